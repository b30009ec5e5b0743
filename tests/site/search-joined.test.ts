import { describe, expect, test } from 'bun:test'
import type { AnswerPerson, Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { headlineText, pageHeadlineOf } from '#site/features/search/headline/headline.ts'
import { facetsOf } from '#site/features/search/people/facet-options.ts'
import { asOne, unitsOf, wholeOf, withJoined } from '#site/features/search/people/joined-people.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { WHOLE } from '#site/features/search/view.ts'
import { ANSWER, summaryRow } from './search-answer.ts'

const [HERO] = ANSWER.persons
if (!HERO) throw new Error('The answer has nobody')
const hero: Person = HERO
const some: Partial<Person>[] = [
  { label: 'match', band: 'full', birth_year: 1981, source_keys: ['reg07'], record_ids: ['reg07:1'] },
  { label: 'match', band: 'full', birth_year: null, source_keys: ['ads05'], record_ids: ['ads05:1'] },
  { label: 'match', band: 'full', birth_year: 1981, source_keys: ['reg07'], record_ids: ['reg07:2'] }
]
const persons = some.map((person, at) => ({ ...hero, id: `p${at}`, related: [], apart: [], ...person }))
const answer: SearchAnswer = { ...ANSWER, persons }
const joined = new Map([
  ['p0', 'p0'],
  ['p1', 'p0']
])

describe('whom the user called one person', () => {
  test('are one in the headline and in the counts of the facets', () => {
    const [before, after] = [answer, withJoined(answer, joined)].map(one => pageHeadlineOf(one))
    expect([before?.who.length, after?.who.length]).toEqual([3, 2])
    const all = new Map([...joined, ['p2', 'p0']])
    expect(headlineText(pageHeadlineOf(withJoined(answer, all)))).not.toBe(
      headlineText(pageHeadlineOf(answer))
    )
    expect(pageHeadlineOf(withJoined(answer, all)).code).toBe('one')
    const years = (map: typeof joined) =>
      facetsOf(readResults(answer), persons, WHOLE, map)
        .find(({ facet }) => facet === 'year')
        ?.options.map(({ value, count }) => [value, count])
    expect(years(new Map())).toEqual([
      ['1981', 2],
      ['', 1]
    ])
    expect(years(joined)).toEqual([
      ['1981', 2],
      ['', 1]
    ])
    expect(years(all)).toEqual([
      ['1981', 1],
      ['', 1]
    ])
  })

  test('have the records, sources and values of both, each with its own evidence', () => {
    const [one, other] = [persons[0] as Person, persons[1] as Person]
    const rows = (source: string, value: string) => [
      summaryRow('Телефон', '+7 973 204-17-40', { [source]: 'confirms' }),
      {
        ...summaryRow('E-mail', value, { [source]: 'confirms' }),
        silent: { no_field: [], no_person: ['reg07', 'ads05', 'loss02'].filter(key => key !== source) }
      }
    ]
    const whole = asOne([
      { ...one, summary: rows('reg07', 'a@example.com') },
      { ...other, summary: rows('ads05', 'b@example.com') }
    ]) as Person
    expect(whole.id).toBe('p0')
    expect(whole.record_ids).toEqual(['reg07:1', 'ads05:1'])
    expect(whole.source_keys).toEqual(['ads05', 'reg07'])
    expect(whole.summary.map(({ field, value, sources, state }) => [field, value, sources, state])).toEqual([
      ['Телефон', '+7 973 204-17-40', ['reg07', 'ads05'], 'confirmed'],
      ['E-mail', 'a@example.com', ['reg07'], 'single'],
      ['E-mail', 'b@example.com', ['ads05'], 'single']
    ])
    const evidence = (row: Person['summary'][number]) => row.evidence.map(({ source }) => source)
    expect(whole.summary.map(evidence)).toEqual([['reg07', 'ads05'], ['reg07'], ['ads05']])
    const silent = whole.summary[1]?.silent
    expect(silent).toEqual({ no_field: ['ads05'], no_person: ['loss02'] })
  })

  test('of cards without details gain none, and nobody else changes', () => {
    const { summary: _, phones: __, links: ___, apart: ____, ...card } = persons[1] as Person
    const bare: AnswerPerson[] = [persons[0] as Person, card, persons[2] as Person]
    const whole = wholeOf(bare[0] as AnswerPerson, { ...answer, persons: bare }, joined)
    expect(whole.record_ids).toHaveLength(2)
    expect('summary' in whole && whole.summary).toEqual(hero.summary)
    expect(wholeOf(persons[2] as Person, answer, joined)).toBe(persons[2] as Person)
    expect(withJoined(answer, new Map())).toBe(answer)
    expect(unitsOf(persons, joined).map(cards => cards.map(({ id }) => id))).toEqual([['p0', 'p1'], ['p2']])
  })
})
