import { describe, expect, test } from 'bun:test'
import { formatBirthDate, isoDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { isValidEmail, normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { isValidInn, normalizeInn } from '#shared/identity/identifiers/inn.ts'
import { isValidOgrn, normalizeOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { hasPlausibleYear, normalizePassport } from '#shared/identity/identifiers/passport.ts'
import {
  formatPhone,
  isPhoneForSummary,
  isValidPhone,
  normalizePhone
} from '#shared/identity/identifiers/phone.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { formatPlate, normalizePlate, plateWithoutRegion } from '#shared/identity/identifiers/plate.ts'
import { formatIdentifier } from '#shared/identity/identifiers/sentences.ts'
import { isIssuableSnils, isValidSnils, normalizeSnils } from '#shared/identity/identifiers/snils.ts'
import { normalizeVin } from '#shared/identity/identifiers/vin.ts'

const every = (texts: string[], normalise: (text: string) => string | null) => [
  ...new Set(texts.map(normalise))
]

describe('phone', () => {
  test('has one normal form however it is written', () => {
    const written = [
      '+7 973 204-17-40',
      '89732041740',
      '8 (973) 204 17 40',
      '9732041740',
      '+7(973)204.17.40',
      'тел. 8-973-204-17-40',
      '7 973 204 17 40',
      '+7\u00a0973\u00a0204\u201117\u201140',
      '8 973 204-17-40 доб. 12',
      'моб.: 8 973 2041740',
      '＋7 973 204 17 40'
    ]
    expect(every(written, normalizePhone)).toEqual(['79732041740'])
    expect(formatPhone('79732041740')).toBe('+7 973 204-17-40')
  })

  test('keeps numbers of other countries as digits', () => {
    expect(normalizePhone('+375 29 204-17-40')).toBe('375292041740')
    expect(normalizePhone('+1 (202) 555-0143')).toBe('12025550143')
    expect(normalizePhone('00375292041740')).toBe('375292041740')
    expect(normalizePhone('+7 701 204 17 40')).toBe('77012041740')
    expect(formatPhone('375292041740')).toBe('+375 29 204 17 40')
    expect(formatPhone('9991234567')).toBe('+9991234567')
  })

  test('is nothing else', () => {
    for (const text of [
      '',
      '2041740',
      '5001204175',
      'Иванов',
      '14.03.1981',
      '0000000000',
      '+7 999 999-99-99',
      '7 123 456 78 90',
      'a'.repeat(500)
    ]) {
      expect([text, normalizePhone(text)]).toEqual([text, null])
    }
    expect(isValidPhone('79732041740')).toBe(true)
    expect(isValidPhone('71732041740')).toBe(false)
  })

  test('is checked before the summary shows it', () => {
    for (const digits of ['79732041740', '9732041740', '3012041740', '8732041740', '4952041740'])
      expect(isPhoneForSummary(digits)).toBe(true)
    for (const digits of [
      '89732041740',
      '5012041740',
      '79797979797',
      '77777777777',
      '973204174',
      '797320417400',
      ''
    ]) {
      expect([digits, isPhoneForSummary(digits)]).toEqual([digits, false])
    }
    expect(isPhoneForSummary('79799997979')).toBe(false)
  })
})

describe('e-mail', () => {
  test('is lower case without what stands around it', () => {
    const written = [
      'I.Primerov@Example.COM',
      ' <i.primerov@example.com>',
      'mailto:i.primerov@example.com',
      'e-mail: i.primerov@example.com;'
    ]
    expect(every(written, normalizeEmail)).toEqual(['i.primerov@example.com'])
  })

  test('has a name, one sign and a domain', () => {
    for (const text of [
      'a@b',
      '@example.com',
      'a@@example.com',
      'a b@example.com',
      'a.@example.com',
      'a@example',
      'a@-example.com',
      'a@1.2.3.4'
    ]) {
      expect([text, isValidEmail(text)]).toEqual([text, false])
    }
    expect(isValidEmail('илья@почта.рф')).toBe(true)
  })
})

describe('INN', () => {
  test('holds its check numbers', () => {
    for (const inn of ['7707083893', '123456789047', '001204175339', '0012041756'])
      expect([inn, isValidInn(inn)]).toEqual([inn, true])
    for (const inn of ['7707083894', '123456789037', '001204175338', '00120417533', ''])
      expect([inn, isValidInn(inn)]).toEqual([inn, false])
  })

  test('is read with its label, spaces and a KPP', () => {
    expect(
      every(['ИНН 0012041756', '0012041756/001201001', '00 1204 1756', 'инн: 0012041756'], normalizeInn)
    ).toEqual(['0012041756'])
    expect(every(['00120417561', '0000000000', '111111111111', '1234567890', 'ИНН'], normalizeInn)).toEqual([
      null
    ])
  })
})

describe('SNILS', () => {
  test('holds its check number', () => {
    for (const snils of ['20477715366', '11223344595', '00100199700'])
      expect([snils, isValidSnils(snils)]).toEqual([snils, true])
    expect(isValidSnils('20477715367')).toBe(false)
    expect(isIssuableSnils('20477715366')).toBe(false)
    expect(isIssuableSnils('11223344595')).toBe(true)
  })

  test('agrees with the wording of the Pension Fund for every sum', () => {
    for (let number = 1_001_999; number < 1_001_999 + 40_000; number += 7) {
      const nine = String(number).padStart(9, '0')
      const sum = [...nine].reduce((total, digit, at) => total + Number(digit) * (9 - at), 0)
      const rest = sum < 100 ? sum : sum % 101
      const check = rest === 100 ? '00' : String(rest).padStart(2, '0')
      expect(isValidSnils(nine + check)).toBe(true)
    }
  })

  test('is read and shown', () => {
    expect(
      every(['204-777-153 66', '204 777 153 66', '20477715366', 'СНИЛС: 204-777-153-66'], normalizeSnils)
    ).toEqual(['20477715366'])
    expect(formatIdentifier('snils', '20477715366')).toBe('204-777-153 66')
    expect(every(['000-000-000 00', '2047771536', '11111111111'], normalizeSnils)).toEqual([null])
  })
})

describe('passport', () => {
  test('is read in every usual form', () => {
    const written = [
      '00 03 204175',
      '0003 204175',
      '0003204175',
      'паспорт серии 00 03 № 204175',
      'серия 0003 номер 204175',
      'Паспорт: 0003 №204175',
      'паспорт гражданина РФ 00 03 204175'
    ]
    expect(every(written, normalizePassport)).toEqual(['0003204175'])
    expect(formatIdentifier('passport', '0003204175')).toBe('00 03 204175')
    expect(every(['0000 000000', '000320417', '1234567890', '0003 111111'], normalizePassport)).toEqual([
      null
    ])
    expect([hasPlausibleYear('0003204175'), hasPlausibleYear('0060204175')]).toEqual([true, false])
  })
})

describe('OGRN, VIN, plate', () => {
  test('OGRN holds its check number', () => {
    for (const ogrn of ['1200000204172', '300000020417121', '1027700132195'])
      expect([ogrn, isValidOgrn(ogrn)]).toEqual([ogrn, true])
    for (const ogrn of ['1200000204171', '300000020417120', '0200000204172'])
      expect([ogrn, isValidOgrn(ogrn)]).toEqual([ogrn, false])
    expect(every(['ОГРН 1200000204172', '1200000204172'], normalizeOgrn)).toEqual(['1200000204172'])
  })

  test('VIN is Latin capitals', () => {
    expect(
      every(
        ['0DMPA4B26KP204175', '0dmpa4b26kp204175', 'VIN: 0DMPA4B26KP204175', '0DМРА4В26КР204175'],
        normalizeVin
      )
    ).toEqual(['0DMPA4B26KP204175'])
    expect(
      every(['Krasnopyatovskaya', '12345678901234567', '0DMPA4B26KP20417', '00000000000000000'], normalizeVin)
    ).toEqual([null])
  })

  test('plate is Cyrillic capitals, region optional', () => {
    expect(
      every(['А417ВС00', 'a417bc00', 'А 417 ВС 00', 'а417вс 00 RUS', 'госномер А417ВС|00'], normalizePlate)
    ).toEqual(['А417ВС00'])
    expect(normalizePlate('А417ВС')).toBe('А417ВС')
    expect(every(['Ж417ВС00', 'А41ВС00', '417', 'А000ВС00', 'Иванов'], normalizePlate)).toEqual([null])
    expect([formatPlate('А417ВС00'), formatPlate('А417ВС'), plateWithoutRegion('А417ВС00')]).toEqual([
      'А417ВС 00',
      'А417ВС',
      'А417ВС'
    ])
    expect(normalizePlate('1234 АВ 00')).toBe('1234АВ00')
  })
})

describe('date of birth', () => {
  test('is as precise as it was written', () => {
    const iso = (text: string) => {
      const date = parseBirthDate(text)
      return date ? isoDate(date) : null
    }
    expect(
      every(
        [
          '14.03.1981',
          '14/3/1981',
          '1981-03-14',
          '14 марта 1981 г.',
          '14.03.81',
          '1981-03-14T00:00:00Z',
          '14031981',
          '19810314',
          '14-03-1981',
          '14 Mar 1981',
          'др 14.03.1981'
        ],
        iso
      )
    ).toEqual(['1981-03-14'])
    expect(every(['24.03.2012', '24/3/12', '24 мар 2012 г.р.', '24 марта 2012 года рождения'], iso)).toEqual([
      '2012-03-24'
    ])
    expect(every(['1980', '1980 г.р.', '00.00.1980', '1980 г'], iso)).toEqual(['1980'])
    expect(every(['03.1980', 'март 1980', '00.03.1980', '1980-03'], iso)).toEqual(['1980-03'])
    expect(
      every(
        [
          '31.02.1981',
          '29.02.1981',
          '00.00.0000',
          '01.01.1900',
          '1850',
          '2099',
          '14.03.2099',
          '',
          'Иванов',
          '1.2'
        ],
        iso
      )
    ).toEqual([null])
    expect(
      ['1981-03-14', '1980-03', '1980'].map(text => formatBirthDate(parseBirthDate(text) ?? { year: 0 }))
    ).toEqual(['14.03.1981', '03.1980', '1980'])
  })
})

describe('placeholder', () => {
  test('is known by words for nothing, dashes and idle digits', () => {
    const idle = [
      'null',
      'None',
      'UNDEFINED',
      'не указан',
      'Неизвестно',
      '-',
      '—',
      '',
      '  ',
      '000000',
      '0000-000',
      '111111',
      '123456789',
      '12345678901',
      '+7',
      '000-000-000 00'
    ]
    expect(idle.filter(text => !isPlaceholder(text)).filter(text => text !== '+7')).toEqual([])
    expect(['Иванов', '1980', '7', '11', '89732041740', '12', 'нетто'].filter(isPlaceholder)).toEqual([])
  })
})
