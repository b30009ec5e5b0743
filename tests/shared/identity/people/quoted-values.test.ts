import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Person } from '#shared/contracts/person.ts'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import { formatBirthDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { type RowFields, record } from './clusters.ts'

const PLAN = { query: 'Кузнецова', readings: [], steps: [] }
const recordsOf = (rows: readonly RowFields[]): MatchedRecord[] =>
  rows.map((fields, at) => record(String(at), `s${at}`, fields))

const DATE = /\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{2}\.\d{4}|(?<!\d)\d{4}(?!\d)/g
const MARKED = / \((?:в одной записи|в других записях) ([^()]+)\)/g

const bornOf = ({ birth_date }: Person): string =>
  formatBirthDate(parseBirthDate(birth_date ?? '') ?? { year: 0 })
const datesOf = ({ summary }: Person) => summary.filter(({ field }) => field === FIELD_LABELS.birth_date)

/** Quoted without a mark are the dates of the two cards, in their order; behind one what a record of a card says. */
const expectOwnValues = (text: string, one: Person, other: Person): void => {
  const unmarked = text.replace(MARKED, '').match(DATE) ?? []
  if (unmarked.length > 0) expect(unmarked).toEqual([bornOf(one), bornOf(other)])
  const written = [one, other]
    .flatMap(person => datesOf(person).flatMap(({ evidence }) => evidence))
    .map(({ text }) => text)
  for (const [, marked = ''] of text.matchAll(MARKED))
    for (const value of marked.split(', ')) expect(written).toContain(value)
}

const day = fc.constantFrom('12.05', '05.12', '03.07', '14.05')
const written = fc
  .tuple(day, fc.constantFrom('1987', '1990'), fc.nat(4))
  .map(([dayAndMonth, year, form]) =>
    form === 0
      ? `${dayAndMonth.replace('.', '/')}/${year.slice(2)}`
      : form === 1
        ? year
        : `${dayAndMonth}.${year}`
  )
const row: fc.Arbitrary<RowFields> = fc
  .record({
    ФИО: fc.constantFrom(
      'Кузнецова Мария Сергеевна',
      'Кузнецова М. С.',
      'Кузнецова Мария',
      'Иванова Мария Сергеевна'
    ),
    ДР: fc.option(written, { nil: undefined }),
    phone: fc.option(fc.nat(2), { nil: undefined }),
    snils: fc.option(fc.nat(2), { freq: 4, nil: undefined })
  })
  .map(fields => fields as RowFields)
const rows = fc.array(row, { minLength: 2, maxLength: 7 })

test('every date that a sentence quotes is the card’s own, or marked as of a record', () => {
  let quoted = 0
  let marks = 0
  fc.assert(
    fc.property(rows, generated => {
      const records = recordsOf(generated)
      const people = groupPersons(records, PLAN)
      for (const person of people) {
        expect(datesOf(person)[0]?.value ?? null).toBe(person.birth_date && bornOf(person))
        for (const { person_id, text } of person.apart) {
          const other = people.find(({ id }) => id === person_id) as Person
          expectOwnValues(text, person, other)
          quoted += text.match(DATE)?.length ?? 0
          marks += text.match(MARKED)?.length ?? 0
          const compared = comparePeople(records, PLAN, person.id, other.id)
          if (typeof compared === 'string') throw new Error(compared)
          for (const { text: against } of compared.comparison.against) expectOwnValues(against, person, other)
          const born = compared.comparison.fields.find(({ field }) => field === FIELD_LABELS.birth_date)
          if (born?.a) expect(born.a.split('; ')[0]).toBe(bornOf(person))
        }
      }
    }),
    { numRuns: 100, seed: 41 }
  )
  expect(quoted).toBeGreaterThan(50)
  expect(marks).toBeGreaterThan(0)
})

test('a date that a row writes in another order is none of the card', () => {
  const people = groupPersons(
    recordsOf([
      { ФИО: 'Кузнецова М. С.', ДР: '05/12/87', phone: 1 },
      { ФИО: 'Кузнецова Мария Сергеевна', ДР: '12.05.1987', phone: 1 },
      { ФИО: 'Кузнецова Мария Сергеевна', ДР: '03.07.1987' }
    ]),
    PLAN
  )
  const [one] = people.filter(({ record_ids }) => record_ids.length === 2)
  expect(one?.birth_date).toBe('1987-05-12')
  expect(one?.apart[0]?.text).toBe('даты рождения разные: 12.05.1987 и 03.07.1987')
  expect(one && datesOf(one)[0]?.value).toBe('12.05.1987')
})
