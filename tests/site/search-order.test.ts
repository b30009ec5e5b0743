import { expect, test } from 'bun:test'
import { bandOf } from '#site/features/search/people/bands.ts'
import { BY_FIT, sortPeople } from '#site/features/search/people/order.ts'
import { labelText } from '#site/features/search/texts.ts'
import { ANSWER, reasonOf } from './search-answer.ts'

test('the order of people is what the rows say: the word, what differs, then the number', () => {
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
    word: `${labelText(person.label, person.query_reasons)} ${bandOf(person, true)}`,
    score: person.score
  }))
  const words = shown.map(({ word }) => word).filter((word, at, each) => word !== each[at - 1])
  expect(new Set(words).size).toBe(words.length)
  for (const [at, { word, score }] of shown.entries()) {
    const next = shown[at + 1]
    if (next?.word === word) expect(score).toBeGreaterThanOrEqual(next.score)
  }
})
