import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { recordKeys } from '#shared/identity/lookup/keys.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { statedParties } from '#shared/identity/parties/stated.ts'
import { normalizeAddress } from '#shared/identity/records/address.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { planOf } from '#tests/kit/search-in.ts'

type Fields = Record<string, string>

const addressesOf = (fields: Fields): string[] =>
  readAttributes(fields, {}).displayValues.addresses.map(({ written }) => written)
const normalsOf = (fields: Fields): string[] => readAttributes(fields, {}).addresses

const HEADERS: [string, FieldKind | null][] = [
  ['Город', 'city'],
  ['Нас. пункт', 'city'],
  ['Населённый пункт (город, село)', 'city'],
  ['Город проживания', 'city'],
  ['Home City', 'city'],
  ['addr:city', 'city'],
  ['Улица', 'street'],
  ['Ул.', 'street'],
  ['Улица (регистрация)', 'street'],
  ['Название улицы', 'street'],
  ['Улица, дом', 'street'],
  ['Address 1 - Street', 'street'],
  ['Дом', 'house'],
  ['№ дома', 'house'],
  ['Дом/квартира', 'house'],
  ['house_number', 'house'],
  ['Корпус', 'building'],
  ['Строение', 'building'],
  ['Кв.', 'flat'],
  ['Квартира супруги', 'flat'],
  ['Apt', 'flat'],
  ['Почтовый индекс', 'postcode'],
  ['ZIP code', 'postcode'],
  ['Субъект РФ', 'region'],
  ['Регион прописки', 'region'],
  ['Р-н', 'district'],
  ['Город, улица, дом', 'address'],
  ['Город, улица организации', 'organization_address'],
  ['Дом. тел.', 'phone'],
  ['Город рождения', 'birth_place'],
  ['Тип улицы', null],
  ['Индекс дела', null]
]

test.each(HEADERS)('takes the column «%s» for %s', (label, kind) => {
  expect(kindOfHeader(label)).toBe(kind)
})

describe('columns of one address', () => {
  test('are one text, in the order of an address', () => {
    expect(
      addressesOf({
        Квартира: '41.0',
        Корпус: '2',
        Дом: '7',
        Улица: 'Образцовая',
        Город: 'Примерск',
        Область: 'Примерская'
      })
    ).toEqual(['Примерская обл., г. Примерск, ул. Образцовая, д. 7, корп. 2, кв. 41'])
    expect(addressesOf({ Город: 'Примерск', Адрес: 'ул. Образцовая, 7-41' })).toEqual([
      'г. Примерск, ул. Образцовая, 7-41'
    ])
    expect(
      addressesOf({ Регион: 'Москва', Город: 'Москва', Улица: 'пр-т Мира', Дом: 'д. 5', Литера: 'А' })
    ).toEqual(['г. Москва, пр-т Мира, д. 5, лит. А'])
  })

  test('do not write a place twice, and no street for a place', () => {
    expect(addressesOf({ Область: 'Примерская', Город: 'Примерск', Улица: 'Примерская', Дом: '5' })).toEqual([
      'Примерская обл., г. Примерск, ул. Примерская, д. 5'
    ])
    expect(addressesOf({ Город: 'Примерск', Адрес: 'Примерск, Образцовая 5' })).toEqual([
      'Примерск, Образцовая 5'
    ])
    expect(addressesOf({ Город: 'Примерск', Адрес: 'Большая Образцовая 5' })).toEqual([
      'г. Примерск, Большая Образцовая 5'
    ])
    expect(addressesOf({ Город: 'Примерск', Адрес: 'с. Условное, Образцовая 5' })).toEqual([
      'с. Условное, Образцовая 5'
    ])
  })

  test('are the address that the same words in one column are', () => {
    const part = fc.constantFrom(undefined, '')
    fc.assert(
      fc.property(
        fc.record({
          Область: fc.oneof(part, fc.constantFrom('Примерская', 'Примерская область')),
          Город: fc.constantFrom('Примерск', 'г. Примерск', 'ПРИМЕРСК'),
          Улица: fc.constantFrom('Образцовая', 'ул. Образцовая', 'Образцовая ул.'),
          Дом: fc.constantFrom('7', '7.0', 'д. 7'),
          Строение: fc.oneof(part, fc.constantFrom('2', 'стр. 2')),
          Квартира: fc.oneof(part, fc.constantFrom('41', 'кв. 41'))
        }),
        fc.infiniteStream(fc.nat()),
        (parts, order) => {
          const filled = Object.entries(parts).flatMap(([label, text]) =>
            text ? [[label, text] as const] : []
          )
          const written = normalizeAddress(
            [
              parts.Область ? 'Примерская обл.' : '',
              'г. Примерск, ул. Образцовая, д. 7',
              parts.Строение ? 'стр. 2' : '',
              parts.Квартира ? 'кв. 41' : ''
            ]
              .filter(text => text !== '')
              .join(', ')
          )
          const shuffled = filled
            .map(entry => ({ entry, at: order.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
          expect(normalsOf(Object.fromEntries(shuffled.map(({ entry }) => entry)))).toEqual([written])
        }
      ),
      { seed: 34, numRuns: 300 }
    )
  })

  test('are found by the line of it and compared as one', () => {
    const fields = { ФИО: 'Примеров Илья', Город: 'Примерск', Улица: 'Образцовая', Дом: '7', Квартира: '41' }
    const attributes = readAttributes(fields, {})
    const plan = planOf('г. Примерск, ул. Образцовая, д. 7, кв. 41')
    const keys = new Set(recordKeys(attributes))
    expect(plan.steps.some(step => step.keys.every(key => keys.has(key)))).toBe(true)
    expect(matchRecord(attributes, plan).why).toContain('адрес совпал')
  })

  test('are several addresses where their headers say so', () => {
    expect(
      addressesOf({
        'Город регистрации': 'Примерск',
        'Улица регистрации': 'Образцовая',
        'Дом регистрации': '7',
        'Город проживания': 'Условск',
        'Улица проживания': 'Мира',
        'Дом проживания': '5/2',
        'Квартира проживания': '3'
      })
    ).toEqual(['г. Примерск, ул. Образцовая, д. 7', 'г. Условск, ул. Мира, д. 5/2, кв. 3'])
    expect(
      addressesOf({
        Город: 'Примерск',
        'Улица регистрации': 'Мира',
        Дом: '5',
        'Улица проживания': 'Лесная',
        'Дом 2': '7'
      })
    ).toEqual(['г. Примерск, ул. Мира, д. 5', 'г. Примерск, ул. Лесная, д. 7'])
  })

  test('name no address without a street or a house of a town, and stay words', () => {
    for (const fields of [
      { Город: 'Примерск' },
      { Область: 'Примерская', Дом: '7' },
      { Квартира: '41' }
    ] as Fields[]) {
      const attributes = readAttributes(fields, {})
      expect(attributes.displayValues.addresses).toEqual([])
      expect(attributes.words.length).toBe(Object.keys(fields).length)
    }
  })

  test('leave a region of another number alone', () => {
    expect(addressesOf({ Телефон: '+7 973 204-17-40', Регион: 'Примерская область' })).toEqual([])
  })
})

describe('a flat', () => {
  const PARTS = ['Город', 'Улица', 'Дом', 'Квартира'] as const
  const VALUES: Record<(typeof PARTS)[number], [string, string]> = {
    Город: ['Примерск', 'Условск'],
    Улица: ['Образцовая', 'Выдуманная'],
    Дом: ['7', '15'],
    Квартира: ['41', '208']
  }

  test('is never joined to the street of somebody else', () => {
    const chosen = fc.subarray([...PARTS], { minLength: 1 })
    const roles = fc.constantFrom('супруги', 'матери', 'поручителя')
    fc.assert(
      fc.property(chosen, chosen, roles, fc.boolean(), (own, others, role, isFirst) => {
        const self = [['ФИО', 'Примеров Илья Андреевич'], ...own.map(part => [part, VALUES[part][0]])]
        const other = [
          [`ФИО ${role}`, 'Образцова Анна Олеговна'],
          ...others.map(part => [`${part} ${role}`, VALUES[part][1]])
        ]
        const fields: Fields = Object.fromEntries(isFirst ? [...self, ...other] : [...other, ...self])
        const parties = statedParties(fields, {}) ?? []
        expect(parties.length).toBe(2)
        const texts = [...parties.map(({ attributes }) => attributes), readAttributes(fields, {})].flatMap(
          ({ displayValues }) => displayValues.addresses.map(({ written }) => written)
        )
        for (const text of texts) {
          const from = (at: 0 | 1): boolean =>
            PARTS.some(part => text.split(/[ ,]+/).includes(VALUES[part][at]))
          expect([text, from(0) && from(1)]).toEqual([text, false])
        }
      }),
      { seed: 34, numRuns: 300 }
    )
  })

  test('of a spouse is the spouse’s', () => {
    const parties = statedParties(
      {
        ФИО: 'Примеров Илья Андреевич',
        Улица: 'Мира',
        Дом: '5',
        'ФИО супруги': 'Образцова Анна Олеговна',
        'Улица супруги': 'Лесная',
        'Дом супруги': '7',
        'Квартира супруги': '2'
      },
      {}
    )
    expect(
      parties?.map(({ party, attributes }) => [
        party?.role ?? 'self',
        attributes.displayValues.addresses[0]?.written
      ])
    ).toEqual([
      ['self', 'ул. Мира, д. 5'],
      ['spouse', 'ул. Лесная, д. 7, кв. 2']
    ])
  })
})

test('a value of each of these columns, typed as it is stored, finds its record', () => {
  const fields: Fields = {
    ФИО: 'Примеров Илья',
    Индекс: '101204',
    Область: 'Примерская',
    Район: 'Заречный',
    Город: 'Нижний Примерск',
    Улица: 'Образцовая',
    Дом: '15к2с1',
    Корпус: '27',
    Квартира: '41',
    'Место рождения': 'с. Условное',
    Гражданство: 'узбекское',
    Должность: 'главный инженер'
  }
  const keys = new Set(recordKeys(readAttributes(fields, {})))
  for (const [label, value] of Object.entries(fields)) {
    const isFound = planOf(value).steps.some(step => step.keys.every(key => keys.has(key)))
    expect([label, isFound]).toEqual([label, true])
  }
})
