import { describe, expect, test } from 'bun:test'
import { partsOfBest } from './read-line.ts'

const PHONE = 'phone 79732041740'
const NAME = 'full_name Примеров Илья'

describe('a phone is all there is', () => {
  const LINKS = [
    ...[
      'wa.me/',
      't.me/',
      't.me/+',
      'https://wa.me/',
      'http://www.wa.me/',
      'https://t.me/+',
      'tel:',
      'tel:+',
      'sms:+'
    ],
    ...[
      'https://api.whatsapp.com/send?phone=',
      'whatsapp://send?phone=',
      'viber://chat?number=%2B',
      'callto:+'
    ]
  ]
  test.each(LINKS)('of a link «%s…»', link => {
    for (const end of ['', '?text=1', '/']) expect(partsOfBest(`${link}79732041740${end}`)).toEqual([PHONE])
    expect(partsOfBest(`Примеров Илья ${link}79732041740`)).toEqual([NAME, PHONE])
  })

  test.each(['007 973 204 17 40', '00 7 (973) 204-17-40', '0079732041740'])(
    'of «%s», dialled abroad',
    line => {
      expect(partsOfBest(line)).toEqual([PHONE])
      expect(partsOfBest(`Примеров Илья ${line}`)).toEqual([NAME, PHONE])
    }
  )
})

describe('two labels joined are one', () => {
  const NETWORKS = ['ватсап', 'WhatsApp', 'вайбер', 'телеграм', 'tg']
  const PHONES = ['тел', 'тел.', 'телефон', 'моб.', 'сотовый']
  const lines = PHONES.flatMap(phone =>
    NETWORKS.flatMap(network => [
      ...['/', ' / ', ', ', ' и ', ' ', '+'].flatMap(sign => [
        phone + sign + network,
        network + sign + phone
      ]),
      `${phone} (${network})`
    ])
  )
  // The number passes the check of a SNILS too.
  test.each(lines)('«%s 8 973 …» is a phone', label => {
    for (const sign of [' ', ': '])
      expect(partsOfBest(`${label}${sign}89732041740, Примеров Илья`)).toEqual([NAME, PHONE])
  })

  test('of two kinds are the label of either', () => {
    expect(partsOfBest('тел/e-mail: 89732041740')).toEqual([PHONE])
    expect(partsOfBest('тел/e-mail: i@example.com')).toEqual(['email i@example.com'])
  })
})
