import type { PeopleComparison } from '#shared/contracts/compare.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { createOpening, type OpenedSearch } from '#site/features/search/opened-search.ts'
import { withPeople } from '#site/features/search/sources/next-records.ts'
import { ask } from '#site/lib/ask.ts'

/** Two people, organisations or records of one search. */
export interface Pair {
  searchId: string
  a: string
  b: string
}

export interface ComparedPair {
  pair: Pair
  search: OpenedSearch
  comparison: PeopleComparison
  /** In milliseconds of the epoch. */
  comparedAt: number
}

/** What the address of the page names; empty where it names nothing. */
export function pairInAddress(query: string): Pair {
  const params = new URLSearchParams(query)
  const [searchId, a, b] = ['s', 'a', 'b'].map(name => params.get(name) ?? '') as [string, string, string]
  return { searchId, a, b }
}

const compared = createOpening<ComparedPair>(async (opened, searchId) => {
  const pair = pairInAddress(location.search)
  const cards = opened.answer.persons.flatMap(person =>
    isDetailed(person) || ![pair.a, pair.b].includes(person.id) ? [] : person.id
  )
  const search = cards.length > 0 ? await withPeople(opened, cards) : opened
  const sides = new URLSearchParams({ a: pair.a, b: pair.b })
  const comparison = await ask<PeopleComparison>(
    `/api/search/${encodeURIComponent(searchId)}/compare?${sides}`,
    {
      shape: {
        fields: [{ field: '', tone: '', sources_a: [], sources_b: [] }],
        for: [{ text: '', sources_a: [] }],
        against: [{ text: '', kind: '' }],
        would_decide: [{ text: '' }]
      }
    }
  )
  return { pair, search, comparison, comparedAt: Date.now() }
})

export const $compared = compared.$opening

const orderInAddress = () => {
  const { searchId, a, b } = pairInAddress(location.search)
  return { searchId, people: [a, b] }
}

/** Compares what the address names. Never rejects. */
export const openComparison = (): Promise<void> => compared.open(orderInAddress())

/** Shows of the two what may be shown now. @returns why that cannot be told, or null. Never rejects. */
export const renewComparison = (isWanted: boolean): Promise<string | null> =>
  compared.renew(orderInAddress(), isWanted)
