import { expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { headlineText, pageHeadlineOf } from '#site/features/search/headline/headline.ts'
import { ANSWER, reasonOf } from './search-answer.ts'

const HERO = ANSWER.persons[0] as Person

/** An answer with so many people who have the address, and so many in whose records its words stand elsewhere. */
function headlineOf(line: string, ofAddress: number, ofWords: number): string {
  const persons = Array.from({ length: ofAddress + ofWords }, (_, at): Person => {
    const reason = { ...reasonOf(at < ofAddress ? 'same_address' : 'all_words'), record_ids: [] }
    return { ...HERO, id: `p${at}a`, label: 'probable', band: 'full', query_reasons: [reason] }
  })
  return headlineText(pageHeadlineOf({ ...ANSWER, persons, readings: parseQuery(line) }))
}

test.each([
  [3, 2, 'По этому адресу трое. По словам ещё двое'],
  [1, 1, 'По этому адресу один человек. По словам ещё один человек'],
  [2, 0, 'По этому адресу двое']
])('%d people of an address and %d of its words are counted apart', (ofAddress, ofWords, text) => {
  expect(headlineOf('ул. Тестовая, д. 3', ofAddress, ofWords)).toBe(text)
})

test('of a name beside an address the words stay what was asked', () => {
  expect(headlineOf('Примеров ул. Тестовая, д. 3', 3, 2)).not.toContain('По словам')
})
