import { describe, expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { Band } from '#site/features/search/people/bands.ts'
import { linesOf } from '#site/features/search/people/lines.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { applyView, type Joined, WHOLE } from '#site/features/search/view.ts'
import { ANSWER, combined, NAME, PHONE, reasonOf, TEXT } from './search-answer.ts'

const [HERO] = ANSWER.persons
if (!HERO) throw new Error('The answer has nobody')
const hero: Person = HERO

describe('who was found by text alone', () => {
  const number = reasonOf('same_passport')
  const words = reasonOf('all_words')
  const PASSPORT: Reading = { ...PHONE, kind: 'passport', label: 'Паспорт' }
  const answer = (readings: Reading[], ...people: Partial<Person>[]): SearchAnswer => ({
    ...ANSWER,
    persons: people.map((person, index) => ({ ...hero, id: `p${index}a`, ...person })),
    readings
  })
  const holder: Partial<Person> = { label: 'match', query_reasons: [number] }
  const weak: Partial<Person> = { label: 'namesake', query_reasons: [words] }
  const keysOf = (whole: SearchAnswer, unfolded: Band[] = [], joined: Joined = new Map()) => {
    const filtered = applyView(readResults(whole), WHOLE, joined)
    expect(filtered.people).toHaveLength(whole.persons.length)
    return linesOf(filtered, joined, unfolded, null).map(({ key }) => key)
  }

  test('is folded beside whoever has the number, and stays in the counts', () => {
    const whole = answer([PASSPORT], holder, weak, weak)
    expect(keysOf(whole)).toEqual(['p0a', 'band weak'])
    expect(keysOf(whole, ['weak'])).toEqual(['p0a', 'band weak', 'p1a', 'p2a'])
    const joined = new Map([
      ['p0a', 'p0a'],
      ['p1a', 'p0a']
    ])
    expect(keysOf(whole, [], joined)).toEqual(['joined p0a', 'p0a', 'p1a', 'band weak'])
    const onlyNumbers = answer([combined(PASSPORT, PHONE)], holder, weak)
    expect(keysOf(onlyNumbers)).toEqual(['p0a', 'band weak'])
  })

  test('stays where nobody has the number, or more than a number was asked', () => {
    expect(keysOf(answer([PASSPORT], weak, weak))).toEqual(['p0a', 'p1a'])
    for (const reading of [NAME, TEXT, combined(NAME, PASSPORT)])
      expect(keysOf(answer([reading], holder, weak))).toEqual(['p0a', 'p1a'])
  })
})
