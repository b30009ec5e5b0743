import { describe, expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { personId } from '#shared/identity/people/person-id.ts'
import { FORMER_VALUE_NOTE, RELATION_TEXTS } from '#shared/labels/relations.ts'
import { type RowFields, record } from './clusters.ts'

type Row = RowFields | Record<string, string>

const idOf = (recordId: string) => personId('', recordId)
const PLAN = { query: '', readings: [], steps: [] }
const group = (rows: readonly Row[], asOf: string | null = null): Person[] =>
  groupPersons(
    rows.map((fields, at) => ({ ...record(String(at), `s${at}`, fields), asOf })),
    PLAN
  )

const ME = 'Примеров Илья Андреевич'
const FLAT = 'г. Примерск, ул. Образцовая, д. 7, кв. 41'
const HOUSE = 'с. Примерное, ул. Полевая, д. 7'
const WORK = 'ООО «Демо-Логистика»'

/** What the first person shares, as «слово | значение | с кем». */
const relationTexts = (rows: readonly Row[]): string[] => {
  const persons = group(rows)
  const nameOf = (id: string) => persons.find(person => person.id === id)?.name
  const me = persons.find(({ id }) => id === idOf('s0:0'))
  return (me?.related ?? []).map(({ text, value, person_id }) => `${text} | ${value} | ${nameOf(person_id)}`)
}

describe('what two people share is said in words that claim nothing else', () => {
  test.each<[what: string, rows: Row[], expected: string[]]>([
    [
      'one flat and one surname',
      [
        { ФИО: ME, Адрес: FLAT },
        { ФИО: 'Примерова Дарья Ильинична', Адрес: FLAT }
      ],
      [`${RELATION_TEXTS.family} | ${FLAT} | Примерова Дарья Ильинична`]
    ],
    [
      'one flat, in columns of its parts',
      [
        { ФИО: ME, Адрес: FLAT },
        { ФИО: 'Примерова Дарья Ильинична', Квартира: '41', Дом: '7', Улица: 'Образцовая', Город: 'Примерск' }
      ],
      [`${RELATION_TEXTS.family} | ${FLAT} | Примерова Дарья Ильинична`]
    ],
    [
      'one flat and another surname',
      [
        { ФИО: ME, Адрес: FLAT },
        { ФИО: 'Тестова Анна Олеговна', Адрес: FLAT }
      ],
      [`общий адрес | ${FLAT} | Тестова Анна Олеговна`]
    ],
    [
      'one house without a flat',
      [
        { ФИО: ME, Адрес: HOUSE },
        { ФИО: 'Примерова Дарья Ильинична', Адрес: HOUSE }
      ],
      [`общий адрес | ${HOUSE} | Примерова Дарья Ильинична`]
    ],
    [
      'one flat and a name that could be the same',
      [
        { ФИО: ME, Адрес: FLAT },
        { ФИО: 'Примеров И. А.', Адрес: FLAT }
      ],
      [`общий адрес | ${FLAT} | Примеров И. А.`]
    ],
    [
      'a phone and a flat, the flat in two records',
      [
        { ФИО: ME, Адрес: FLAT, phone: 1 },
        { ФИО: 'Тестова Анна Олеговна', Адрес: FLAT, phone: 1, snils: 2 },
        { ФИО: 'Тестова Анна Олеговна', Адрес: 'Примерск, Образцовая 7-41', snils: 2 }
      ],
      [
        `общий адрес | ${FLAT} | Тестова Анна Олеговна`,
        'общий телефон | +7 973 204-10-01 | Тестова Анна Олеговна'
      ]
    ],
    [
      'a workplace',
      [
        { ФИО: ME, Место_работы: WORK },
        { ФИО: 'Тестова Анна Олеговна', Место_работы: 'ДЕМО-ЛОГИСТИКА ООО' }
      ],
      [`общее место работы | ${WORK} | Тестова Анна Олеговна`]
    ],
    [
      'words that are no workplace',
      [
        { ФИО: ME, Место_работы: 'пенсионер' },
        { ФИО: 'Тестова Анна Олеговна', Место_работы: 'пенсионер' }
      ],
      []
    ]
  ])('%s', (_, rows, expected) => {
    expect(relationTexts(rows)).toEqual(expected)
  })

  test('a large workplace relates nobody, a colleague is not «связанное лицо»', () => {
    const staff = Array.from({ length: 13 }, (_, at) => ({
      ФИО: `Тестов${'абвгдежзиклмн'[at]} Олег`,
      Место_работы: WORK
    }))
    expect(group(staff).flatMap(({ related }) => related)).toEqual([])
    expect(group(staff.slice(0, 2)).map(({ label }) => label)).not.toContain('related')
  })
})

describe('what later records give to somebody else', () => {
  const phone = (ФИО: string, Обновлено = ''): Row => ({
    ФИО,
    Телефон: '+7 973 204-10-01',
    ...(Обновлено && { Обновлено })
  })
  const address = (ФИО: string, Обновлено: string): Row => ({ ФИО, Адрес: FLAT, Обновлено })
  const OTHER = 'Тестов Олег Петрович'
  const formers = (rows: Row[], asOf: string | null = null): string[] =>
    group(rows, asOf).flatMap(({ id, summary }) =>
      summary.flatMap(({ former }) =>
        former ? [`${id} ${former.date} ${former.person_id} ${former.text}`] : []
      )
    )

  test.each<[what: string, rows: Row[], former: string | null]>([
    ['is marked', [phone(ME, '05.2009'), phone(OTHER, '11.2014')], '2014-11'],
    [
      'is marked by the first of the later records',
      [phone(ME, '2009'), phone(OTHER, '2014'), phone(OTHER, '2020')],
      '2014'
    ],
    ['an address too', [address(ME, '01.02.2009'), address(OTHER, '03.04.2014')], '2014-04-03'],
    [
      'not where the earlier holder comes back',
      [phone(ME, '2009'), phone(OTHER, '2014'), phone(ME, '2020')],
      null
    ],
    ['not where neither is known to be later', [phone(ME, '2014'), phone(OTHER, '11.2014')], null],
    ['not by the date of a source alone', [phone(ME, '05.2009'), phone(OTHER)], null],
    [
      'not from a member of the family',
      [address(ME, '2009'), address('Примерова Дарья Ильинична', '2014')],
      null
    ]
  ])('%s', (_, rows, former) => {
    expect(formers(rows)).toEqual(
      former === null ? [] : [`${idOf('s0:0')} ${former} ${idOf('s1:1')} ${FORMER_VALUE_NOTE}`]
    )
  })

  test('is judged by the date of the source where the earlier record has none', () => {
    expect(formers([phone(ME), phone(OTHER, '11.2014')], '2012-01-01')).toHaveLength(1)
    expect(formers([phone(ME), phone(OTHER, '11.2014')], '2016-01-01')).toEqual([])
  })
})

test('every pair of a person and a thing is relationTexts once, from both sides, and never of oneself', () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({
    ФИО: `${['Примеров', 'Тестов', 'Образцов'][at % 3]} ${['Илья', 'Олег', 'Глеб', 'Пётр', 'Лев'][at % 5]}`,
    phone: at % 7,
    Адрес: `г. Примерск, ул. Новая, д. ${at % 4}, кв. ${1 + (at % 5)}`,
    Место_работы: `ООО «Демо-${at % 6}»`
  }))
  const persons = group(rows)
  const sides: string[] = []
  for (const { id, related, record_ids } of persons) {
    const pairs = related.map(({ kind, value, person_id }) => `${kind} ${value} ${person_id}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    for (const { person_id, kind, record_ids: others } of related) {
      expect(person_id).not.toBe(id)
      expect(others.some(other => record_ids.includes(other))).toBe(false)
      expect(persons.find(person => person.id === person_id)?.record_ids).toEqual(
        expect.arrayContaining(others)
      )
      sides.push([kind, ...[id, person_id].sort()].join(' '))
    }
  }
  expect(sides.length).toBeGreaterThan(20)
  for (const [side, both] of Map.groupBy(sides, side => side))
    expect([side, both.length % 2]).toEqual([side, 0])
})
