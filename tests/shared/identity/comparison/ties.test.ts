import { expect, test } from 'bun:test'
import type { DecidingCode } from '#shared/contracts/compare.ts'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import { type RowFields, record } from '#tests/shared/identity/people/clusters.ts'

const PLAN = { query: 'Примеров', readings: [], steps: [] }
const ФИО = 'Примеров Илья Андреевич'
const TWIN = 'Примеров Игнат Андреевич'
const ДР = '14.03.1981'

const recordsOf = (rows: readonly RowFields[], from: number) =>
  rows.map((fields, at) => record(String(from + at), `s${from + at}`, fields))
/** The first of the found records and the last, beside those that were not found. */
const compared = (rows: readonly RowFields[], competing: readonly RowFields[] = []) => {
  const last = rows.length - 1
  const people = comparePeople(recordsOf(rows, 0), PLAN, 's0:0', `s${last}:${last}`, {
    records: recordsOf(competing, rows.length),
    unsure: new Set()
  })
  if (typeof people === 'string') throw new Error(people)
  return people.comparison
}

test.each([
  [
    ['full_name', 'personal_number'],
    [
      { ФИО, ДР },
      { ФИО: TWIN, ДР },
      { ФИО: 'Примеров И. А.', ДР }
    ]
  ],
  [
    ['personal_number'],
    [
      { ФИО, ДР, snils: 1 },
      { ФИО, ДР, snils: 2 },
      { ФИО, ДР }
    ]
  ],
  [
    ['full_birth_date', 'personal_number'],
    [
      { ФИО, ДР, phone: 1 },
      { ФИО, ДР: '15.03.1990', phone: 1 },
      { ФИО, phone: 1 }
    ]
  ]
] as [DecidingCode[], RowFields[]][])(
  '%p would decide of a record that fits two people',
  (deciding, rows) => {
    const { against, would_decide } = compared(rows)
    expect(against[0]).toMatchObject({ kind: 'not_enough', code: 'fits_two_people' })
    expect(would_decide.map(({ code }) => code)).toEqual(deciding)
  }
)

test('a competing record makes the same of it, and is not named', () => {
  const [rows, competing] = [
    [
      { ФИО, ДР },
      { ФИО: 'Примеров И. А.', ДР }
    ],
    { ФИО: TWIN, ДР }
  ]
  expect(compared(rows).for[0]?.code).toBe('one_card')
  const comparison = compared(rows, [competing])
  const { against, would_decide } = compared([rows[0] ?? {}, competing, rows[1] ?? {}])
  expect(comparison).toMatchObject({ against, would_decide })
  expect(JSON.stringify(comparison)).not.toContain('Игнат')
})
