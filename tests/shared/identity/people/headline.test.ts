import { expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { headlineOf } from '#shared/identity/people/headline.ts'

const person = (label: Person['label'], band: Person['band'] = 'full', code = 'same_full_name') =>
  ({ kind: 'person', label, band, query_reasons: [{ code, tone: 'agree' }] }) as unknown as Person
const reading = (part: Partial<Reading> = {}) => ({ kind: 'full_name', ...part }) as Reading
const numbered = (...identifiers: string[]): Person => ({ ...person('match'), identifiers })
const TWO_NUMBERS = [
  reading({ kind: 'phone', value: '1', terms: ['1'] }),
  reading({ kind: 'email', value: '2', terms: ['2'] })
]
const NAME = [reading()]
const ADDRESS = [reading({ kind: 'address' })]
const resident = (code = 'same_address', part = 'address') =>
  ({
    ...person('probable'),
    query_reasons: [{ code, part, tone: 'agree' }]
  }) as unknown as Person
const TWO_PEOPLE = [reading({ person: 1 }), reading({ person: 2 })]

test.each<[string, Person[], Reading[], { code: string; people: number }]>([
  ['nobody', [], NAME, { code: 'none', people: 0 }],
  [
    'one who fits',
    [person('match'), person('probable'), person('related')],
    NAME,
    { code: 'one', people: 1 }
  ],
  ['two who fit alike', [person('match'), person('match')], NAME, { code: 'several', people: 2 }],
  [
    'two who may fit',
    [person('probable', 'missing'), person('probable', 'near')],
    NAME,
    { code: 'probable', people: 2 }
  ],
  [
    'the one resident of an address whose words stand elsewhere too',
    [resident('all_words', 'text'), resident()],
    ADDRESS,
    { code: 'one', people: 1 }
  ],
  [
    'two residents beside words that stand elsewhere',
    [resident(), resident(), resident('all_words', 'text')],
    ADDRESS,
    { code: 'several', people: 2 }
  ],
  [
    'words of an address alone',
    [resident('all_words', 'text'), resident('all_words', 'text')],
    ADDRESS,
    { code: 'several', people: 2 }
  ],
  ['namesakes', [person('namesake', 'contradicts')], NAME, { code: 'namesakes', people: 1 }],
  ['those connected alone', [person('related', 'partial')], NAME, { code: 'related', people: 1 }],
  [
    'words that stand anywhere',
    [person('namesake', 'full', 'all_words')],
    [reading({ kind: 'text' })],
    { code: 'namesakes', people: 1 }
  ],
  [
    'people asked for one by one',
    [person('match'), person('match')],
    TWO_PEOPLE,
    { code: 'several', people: 2 }
  ],
  ['one of the people asked for', [person('match')], TWO_PEOPLE, { code: 'probable', people: 1 }],
  [
    'a match among the people asked for',
    [person('match'), person('namesake', 'contradicts')],
    TWO_PEOPLE,
    { code: 'several', people: 2 }
  ],
  [
    'namesakes of people asked for one by one',
    [person('namesake', 'contradicts'), person('namesake', 'contradicts')],
    TWO_PEOPLE,
    { code: 'namesakes', people: 2 }
  ],
  [
    'the one who has all the numbers',
    [numbered('1', '2'), person('related')],
    TWO_NUMBERS,
    { code: 'one', people: 1 }
  ],
  ['who has but one of the numbers', [numbered('1')], TWO_NUMBERS, { code: 'probable', people: 1 }],
  [
    'people of whom each has some of the numbers',
    [numbered('1', '2'), numbered('1')],
    TWO_NUMBERS,
    { code: 'several', people: 2 }
  ],
  [
    'those connected with people asked for one by one',
    [person('related', 'partial'), person('related', 'partial')],
    TWO_PEOPLE,
    { code: 'related', people: 2 }
  ]
])('%s', (_, persons, readings, headline) => {
  expect(headlineOf(persons, readings, false)).toEqual(headline as ReturnType<typeof headlineOf>)
  expect(headlineOf(persons, readings, true)).toEqual({ code: 'partial', people: headline.people })
})
