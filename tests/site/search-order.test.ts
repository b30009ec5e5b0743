import { expect, test } from 'bun:test'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { bandOf } from '#site/features/search/people/bands.ts'
import { BY_FIT, sortPeople } from '#site/features/search/people/order.ts'
import { chosenPerson } from '#site/features/search/people/people-view.ts'
import { appendRecords } from '#site/features/search/sources/append-records.ts'
import { labelText } from '#site/features/search/texts.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { phone, type RowFields, record } from '#tests/shared/identity/people/clusters.ts'
import { ANSWER, reasonOf } from './search-answer.ts'

test('the order of people is what the rows say: the word, what differs, who has all, then the number', () => {
  const codes = [
    'same_full_name',
    'no_birth_date',
    'other_birth_year',
    'other_given_name',
    'other_phone'
  ] as const
  const labels = ['match', 'probable', 'namesake', 'related'] as const
  const bands = ['full', 'missing', 'near', 'contradicts'] as const
  const all = labels.flatMap(label =>
    bands.flatMap(band =>
      codes.map((code, at) => ({
        label,
        band,
        score: (((at + 1) * (label.length + band.length)) % 17) / 17,
        query_reasons: [reasonOf('same_surname'), reasonOf(code)]
      }))
    )
  )
  const [hero] = ANSWER.persons
  if (!hero) throw new Error('The answer has nobody')
  const people = all.map((one, at) => ({ ...hero, ...one, id: `p${at}` }))
  const shown = sortPeople(people, BY_FIT).map(person => ({
    word: `${labelText(person.label, person.query_reasons)} ${bandOf(person, true)} ${person.band === 'full'}`,
    score: person.score
  }))
  const words = shown.map(({ word }) => word).filter((word, at, each) => word !== each[at - 1])
  expect(new Set(words).size).toBe(words.length)
  for (const [at, { word, score }] of shown.entries()) {
    const next = shown[at + 1]
    if (next?.word === word) expect(score).toBeGreaterThanOrEqual(next.score)
  }
})

const NAMES = [
  'Примеров Илья Андреевич',
  'Примеров Илья',
  'Примеров И. А.',
  'Примров Илья',
  'Образцов Глеб Ильич'
]
const DATES = [undefined, '14.03.1981', '1981', '15.08.1990']
const LINES = [
  `Илья Примеров ${phone(1)} e1@example.com`,
  'Примеров Илья Андреевич 14.03.1981',
  `${phone(1)}`,
  'Примеров',
  `Образцов Глеб Ильич ${phone(2)} 15.08.1990`
]

test('an answer comes in the order of its rows, and the first row is who the summary is about', () => {
  const random = seededRandom(4)
  const orders = new Set<string>()
  for (let round = 0; round < 120; round++) {
    const plan = planOf(LINES[round % LINES.length] ?? '')
    const rows = Array.from({ length: 9 }, (_, at) => {
      const fields: RowFields = { ФИО: NAMES[random(NAMES.length)] ?? '' }
      const born = DATES[random(DATES.length)]
      if (born) fields.ДР = born
      if (random(2)) fields.phone = random(3)
      if (random(2)) fields.email = `e${random(3)}`
      const row = record(`${at}`, `s${at}`, fields)
      return { ...row, match: matchRecord(row.attributes, plan) }
    })
    const persons = groupPersons(rows, plan)
    orders.add(persons.map(({ label, band }) => `${label} ${band}`).join())
    const shown = sortPeople(persons, BY_FIT)
    expect(shown.map(({ id }) => id)).toEqual(persons.map(({ id }) => id))
    const answer = { ...ANSWER, persons }
    expect(chosenPerson({ answer }, sortPeople(persons, { by: 'born', isDown: false }), [])).toBe(
      shown[0] ?? null
    )
    const [first, ...others] = persons
    if (!first) continue
    const further = { results_by_source: {}, matches: {}, persons: [first], cursor: null }
    const joined = appendRecords({ ...answer, persons: others }, further, null).persons
    expect(sortPeople(joined, BY_FIT).map(({ id }) => id)).toEqual(joined.map(({ id }) => id))
  }
  expect(orders.size).toBeGreaterThan(50)
})
