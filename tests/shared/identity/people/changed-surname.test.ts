import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Person } from '#shared/contracts/person.ts'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import { recordKeys } from '#shared/identity/lookup/keys.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { subjectValues } from '#shared/identity/records/subject.ts'
import { scoreOf } from '#tests/shared/identity/reading/read-line.ts'
import { type RowFields, record } from './clusters.ts'

const PLAN = { query: 'Кузнецова', readings: [], steps: [] }
const recordsOf = (rows: readonly RowFields[]) =>
  rows.map((fields, at) => record(String(at), `s${at}`, fields))
const group = (...rows: RowFields[]): Person[] => groupPersons(recordsOf(rows), PLAN)
const withRow = (people: readonly Person[], id: string) =>
  people.find(({ record_ids }) => record_ids.includes(id)) as Person

const ДР = '12.05.1987'
const NAMESAKE = { ФИО: 'Кузнецова Мария Олеговна', ДР: '03.07.1987' }

describe('namesakes but for the surname, of one full date', () => {
  test.each([
    [
      'Иванова Мария Сергеевна',
      'имя, отчество и полная дата рождения те же, фамилия другая: возможно, смена фамилии'
    ],
    [
      'Кузнецова-Иванова Мария Сергеевна',
      'имя, отчество и полная дата рождения те же, фамилия частично: возможно, смена фамилии'
    ]
  ])('%s is the nearest, and never the same', (ФИО, text) => {
    const rows = [
      { ФИО: 'Кузнецова Мария Сергеевна', ДР },
      NAMESAKE,
      { ФИО, ДР },
      { ФИО: 'Кузнецова Мария Сергеевна', ДР: '03.07.1990' }
    ]
    const people = group(...rows)
    expect(people).toHaveLength(4)
    const [one, other] = [withRow(people, 's0:0'), withRow(people, 's2:2')]
    for (const [from, to] of [
      [one, other],
      [other, one]
    ] as const) {
      const { person_id, kind, code, agrees, would_join } = from.apart[0] as Person['apart'][number]
      expect([person_id, kind, code, from.apart[0]?.text]).toEqual([
        to.id,
        'not_enough',
        'changed_surname',
        text
      ])
      expect(agrees).toContain('имя, отчество и дата рождения')
      expect(would_join).toBe('документ, телефон или e-mail')
    }
    const compared = comparePeople(recordsOf(rows), PLAN, one.id, other.id)
    if (typeof compared === 'string') throw new Error(compared)
    const { against, would_decide } = compared.comparison
    expect(against[0]).toMatchObject({
      kind: 'not_enough',
      code: 'changed_surname',
      text: text.replace('имя', 'Имя')
    })
    expect(would_decide.map(({ code }) => code)).toEqual(['personal_number', 'contact'])
  })

  test('of men are said with care', () => {
    const [man, other] = group({ ФИО: 'Кузнецов Илья Сергеевич', ДР }, { ФИО: 'Иванов Илья Сергеевич', ДР })
    const text =
      'имя, отчество и полная дата рождения те же, фамилия другая: чаще тёзка, но возможна и смена фамилии'
    expect(man?.apart[0]).toMatchObject({ person_id: other?.id, code: 'changed_surname', text })
    expect(other?.apart[0]).toMatchObject({ person_id: man?.id, code: 'changed_surname', text })
  })

  test('another number forbids more than that', () => {
    const [one] = group(
      { ФИО: 'Кузнецова Мария Сергеевна', ДР, snils: 1 },
      { ФИО: 'Иванова Мария Сергеевна', ДР, snils: 2 }
    )
    expect(one?.apart[0]).toMatchObject({ kind: 'veto', code: 'other_snils' })
  })

  test.each([
    ['another date', 'Иванова Мария Сергеевна', '13.05.1987'],
    ['the year alone', 'Иванова Мария Сергеевна', '1987'],
    ['another patronymic', 'Иванова Мария Олеговна', ДР],
    ['an initial', 'Иванова Мария С.', ДР],
    ['no patronymic', 'Иванова Мария', ДР]
  ])('with %s are nobody’s', (_, ФИО, born) => {
    for (const { apart } of group({ ФИО: 'Кузнецова Мария Сергеевна', ДР }, { ФИО, ДР: born }))
      expect(apart).toEqual([])
  })

  test('are the nearest among any namesakes, and on one card with nobody but by a number', () => {
    const stranger = fc.record({
      ФИО: fc.constantFrom(
        'Кузнецова Мария Сергеевна',
        'Кузнецова М. С.',
        'Иванова Мария Олеговна',
        'Иванова Анна Сергеевна'
      ),
      ДР: fc.constantFrom('03.07.1987', '04.05.1990', '1981')
    })
    fc.assert(
      fc.property(fc.array(stranger, { maxLength: 8 }), others => {
        const people = group(
          { ФИО: 'Кузнецова Мария Сергеевна', ДР },
          { ФИО: 'Иванова Мария Сергеевна', ДР },
          ...others
        )
        const [one, other] = [withRow(people, 's0:0'), withRow(people, 's1:1')]
        expect(one.id).not.toBe(other.id)
        expect(one.apart[0]).toMatchObject({ person_id: other.id, code: 'changed_surname' })
        expect(other.apart[0]).toMatchObject({ person_id: one.id, code: 'changed_surname' })
      }),
      { numRuns: 100, seed: 52 }
    )
  })
})

const rowsOf = ({ summary }: Person, label: string) =>
  summary.filter(({ field }) => field === label).map(({ value }) => value)
const GIVEN = { Имя: 'Мария', Отчество: 'Сергеевна' }
const FORMS: RowFields[] = [
  { ФИО: 'Кузнецова (Иванова) Мария Сергеевна' },
  { ФИО: 'Кузнецова (ранее Иванова) Мария Сергеевна' },
  { ФИО: 'КУЗНЕЦОВА МАРИЯ СЕРГЕЕВНА (ИВАНОВА)' },
  { ФИО: 'Кузнецова Мария Сергеевна (урожд. Иванова)' },
  { ФИО: 'Кузнецова Мария Сергеевна, ранее Иванова' },
  { ФИО: 'Кузнецова Мария Сергеевна, до замужества Иванова' },
  { ФИО: 'Кузнецова Мария Сергеевна (девичья фамилия: Иванова)' },
  { ФИО: 'Кузнецова (прежняя фамилия Иванова) Мария Сергеевна' },
  { Фамилия: 'Кузнецова, фамилия до замужества Иванова', ...GIVEN },
  { Фамилия: 'Кузнецова (Иванова)', ...GIVEN },
  { Фамилия: 'Кузнецова (ранее Иванова)', ...GIVEN },
  { Фамилия: 'Кузнецова, урожд. Иванова', ...GIVEN },
  { Фамилия: 'Кузнецова (Иванова) Мария Сергеевна' }
]

describe('a former surname', () => {
  test.each(FORMS)('of %j is told beside the name, and is half of none', fields => {
    const [person, ...others] = group({ ...fields, ДР })
    expect(others).toEqual([])
    expect(person?.name).toBe('Кузнецова Мария Сергеевна')
    expect(person && rowsOf(person, 'ФИО')).toEqual(['Кузнецова Мария Сергеевна'])
    expect(person && rowsOf(person, 'Прежняя фамилия')).toEqual(['Иванова'])
    expect(person?.summary.filter(({ conflict }) => conflict)).toEqual([])
    expect(JSON.stringify(person)).not.toContain('Кузнецова-Иванова')
  })

  test.each(FORMS)('of %j finds as the other does, and hides', fields => {
    for (const surname of ['Кузнецова', 'Иванова'])
      expect(scoreOf(`${surname} Мария Сергеевна`, fields as Record<string, string>)).toBeGreaterThan(0.85)
    const own = { ...(fields as Record<string, string>), ДР }
    const keys = new Set(recordKeys(readAttributes(own, {})))
    const values = new Set(
      subjectValues(readAttributes(own, {})).map(({ kind, value }) => `${kind} ${value}`)
    )
    for (const surname of ['Кузнецова', 'Иванова']) {
      const alone = readAttributes({ ФИО: `${surname} Мария Сергеевна`, ДР }, {})
      expect(recordKeys(alone).filter(key => !keys.has(key) && !key.startsWith('w:'))).toEqual([])
      expect(subjectValues(alone).filter(({ kind, value }) => !values.has(`${kind} ${value}`))).toEqual([])
    }
  })

  test('keeps every key of the double surname', () => {
    const keys = new Set(recordKeys(readAttributes({ ФИО: 'Кузнецова (Иванова) Мария Сергеевна' }, {})))
    const double = recordKeys(readAttributes({ ФИО: 'Кузнецова-Иванова Мария Сергеевна' }, {}))
    expect(double.filter(key => !keys.has(key))).toEqual([])
  })

  test('joins a record of the same date under it, and is no contradiction', () => {
    const [person, ...others] = group(
      { ФИО: 'Кузнецова (Иванова) Мария Сергеевна', ДР },
      { ФИО: 'Кузнецова Мария Сергеевна', ДР },
      { ФИО: 'Иванова Мария Сергеевна', ДР }
    )
    expect(others).toEqual([])
    expect(person?.name).toBe('Кузнецова Мария Сергеевна')
    expect(person && rowsOf(person, 'ФИО')).toEqual(['Кузнецова Мария Сергеевна'])
    expect(person && rowsOf(person, 'Прежняя фамилия')).toEqual(['Иванова'])
    expect(person?.summary.filter(({ conflict }) => conflict)).toEqual([])
  })

  test('is none where a hyphen makes it a half, and a word that may be a nickname or a place is not told', () => {
    const [double] = group({ ФИО: 'Кузнецова-Иванова Мария Сергеевна' })
    expect(double?.name).toBe('Кузнецова-Иванова Мария Сергеевна')
    expect(double && rowsOf(double, 'Прежняя фамилия')).toEqual([])
    const [other] = group({ ФИО: 'Кузнецова (Ромашка) Мария Сергеевна' })
    expect(other?.name).toBe('Кузнецова Мария Сергеевна')
    expect(other && rowsOf(other, 'Прежняя фамилия')).toEqual([])
  })
})
