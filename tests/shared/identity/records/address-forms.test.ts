import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { normalizeAddress, sameAddress } from '#shared/identity/records/address.ts'
import { Address } from '#shared/identity/records/display-values.ts'

const WAYS = {
  region: ['Примерская обл.', 'Примерская область', 'обл. Примерская', 'обл Примерская'],
  district: [
    '',
    'г.о. Примерск',
    'Примерский р-н',
    'р-н Примерский',
    'городской округ Примерск',
    'муниципальный район Примерский'
  ],
  city: ['г. Примерск', 'г.Примерск', 'гор. Примерск', 'город Примерск', 'Примерск г', 'Примерск'],
  street: ['ул. Образцовая', 'ул.Образцовая', 'улица Образцовая', 'Образцовая ул.', 'Образцовая ул'],
  house: ['д. 5', 'д.5', 'дом 5', 'д 5', 'дом №5'],
  block: ['к. 2', 'к.2', 'корп. 2', 'корпус 2', 'корп 2'],
  structure: ['стр. 1', 'стр.1', 'строение 1', 'с 1'],
  flat: ['кв. 41', 'кв.41', 'квартира 41', 'кв 41', 'кв41']
} as const
const HOUSES_AS_ONE = [
  '5к2с1',
  'д.5к2с1',
  'д. 5 к.2 стр.1',
  '5 корп. 2 стр. 1',
  '5к2стр1',
  'д5к2с1',
  'дом 5, корпус 2, строение 1'
]
const NORMAL = 'примерская примерск образцовая 5 2 1 41'

const way = (part: keyof typeof WAYS) => fc.constantFrom<string>(...WAYS[part])
const houses = fc.oneof(
  fc.constantFrom(...HOUSES_AS_ONE),
  fc.tuple(way('house'), way('block'), way('structure')).map(parts => parts.join(', '))
)
const cased = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase()
)

/** Parts in the usual order, from the flat to the region, or the street before its town. */
const ORDERS = [
  [0, 1, 2, 3, 4, 5],
  [5, 4, 3, 2, 1, 0],
  [3, 4, 5, 2, 1, 0],
  [3, 4, 5, 0, 1, 2]
]

describe('one address', () => {
  test('has one form, however it is written and in whatever order', () => {
    fc.assert(
      fc.property(
        fc.tuple(way('region'), way('district'), way('city'), way('street'), houses, way('flat')),
        fc.constantFrom(...ORDERS),
        fc.constantFrom('', '000000, '),
        cased,
        (parts, order, postcode, inCase) => {
          const ordered = order.map(at => parts[at] ?? '').filter(text => text !== '')
          const written = inCase(postcode + ordered.join(', '))
          expect([written, normalizeAddress(written)]).toEqual([written, NORMAL])
          expect(new Address(written, false)).toMatchObject({ namesFlat: true, lastNumber: '41' })
        }
      ),
      { seed: 34, numRuns: 1000 }
    )
  })

  test('needs no commas where labels stand before their words', () => {
    for (const written of [
      'Примерская обл г Примерск ул Образцовая д 5 к 2 с 1 кв 41',
      'ПРИМЕРСКАЯ ОБЛ Г.ПРИМЕРСК УЛ.ОБРАЗЦОВАЯ Д.5 К.2 СТР.1 КВ.41',
      'Россия, Примерская обл Примерский р-н г Примерск Образцовая ул д 5к2с1 кв 41'
    ])
      expect([written, normalizeAddress(written)]).toEqual([written, NORMAL])
  })
})

/** A form and what is left of it, in the order of an address. */
const FORMS: [string, string][] = [
  ['5/2', '5 2'],
  ['д. 5/2, кв. 3', '5 2 3'],
  ['Образцовая, 12 лит. А', 'образцовая 12а'],
  ['Образцовая 12A', 'образцовая 12а'],
  ['Образцовая, 12 а', 'образцовая 12а'],
  ['Образцовая, д. 12, литера К', 'образцовая 12к'],
  ['мкр. 5, д. 3, кв. 4', '5 3 4'],
  ['5 мкр-н, 3-4', '5 3 4'],
  ['5-й микрорайон, д. 3, кв. 4', '5 3 4'],
  ['г. Примерск, ул. 8 Марта, 12', 'примерск 8 марта 12'],
  ['ул. 1-я Парковая, 3', '1 парковая 3'],
  ['1-я Парковая ул., д. 3', '1 парковая 3'],
  ['г. Примерск, а/я 15', 'примерск ая 15'],
  ['с. Ивановка, 5', 'ивановка 5'],
  ['Примерск 1 Парковая 3', 'примерск 1 парковая 3'],
  ['Образцовая 7 Примерск', 'примерск образцовая 7'],
  ['дер. Ивановка, д. 5 стр. 2', 'ивановка 5 2'],
  ['п.г.т. Пробный, 3', 'пробный 3'],
  ['г.о. Примерск, ул. Мира, 5', 'примерск мира 5'],
  ['7 в. Иванова', 'в иванова 7'],
  ['', ''],
  ['ул.', ''],
  ['000000', '']
]

test.each(FORMS)('reads «%s» as «%s»', (written, normal) => {
  expect(normalizeAddress(written)).toBe(normal)
  expect(normalizeAddress(normal)).toBe(normal)
})

test('tells a flat from a building', () => {
  const namesFlat = (text: string) => new Address(text, false).namesFlat
  for (const text of ['Мира 5-2', 'ул. Мира, д. 5, кв. 2', 'Мира 5 корп. 1, 2', 'Мира 5к1, кв 2', 'Мира 5/2'])
    expect([text, namesFlat(text)]).toEqual([text, true])
  for (const text of ['Мира 5', 'Мира 5к2с1', 'Мира, д. 5/2', 'Мира 5 стр. 1', 'кв. 7', 'г. Примерск'])
    expect([text, namesFlat(text)]).toEqual([text, false])
})

test('leaves out the town of one side and not of both', () => {
  const same = (a: string, b: string) => sameAddress(normalizeAddress(a), normalizeAddress(b))
  expect(same('Примерск, ул. Мира 5-2', 'кв. 2, д. 5, ул. Мира')).toBe(true)
  expect(same('Примерск, ул. Мира 5-2', 'Условск, ул. Мира 5-2')).toBe(false)
})
