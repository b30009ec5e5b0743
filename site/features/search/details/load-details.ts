import type { PersonCard } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { $answered } from '#site/features/search/search-store.ts'
import { extendAnswer } from '#site/features/search/sources/extend-answer.ts'
import { withPeople } from '#site/features/search/sources/next-records.ts'
import { AskError } from '#site/lib/ask.ts'

/** Those of these ids under which an answer has no more than a card. */
function cardsAmong({ persons }: SearchAnswer, ids: readonly string[]): string[] {
  const cards = new Set(persons.flatMap(person => (isDetailed(person) ? [] : person.id)))
  return ids.filter(id => cards.has(id))
}

/**
 * Whose details it takes to show all of a person, of those whom the answer has as cards: theirs, of whom the user called one
 * with them, and of those connected.
 */
export function cardsAround(
  { id, related }: PersonCard,
  answer: SearchAnswer,
  joined: ReadonlyMap<string, string> = new Map()
): string[] {
  const standIn = joined.get(id)
  const own = standIn === undefined ? [] : [...joined].flatMap(([other, of]) => (of === standIn ? other : []))
  return cardsAmong(answer, [...new Set([id, ...own, ...related.map(({ person_id }) => person_id)])])
}

/** Of all failures this one may be over at the next try. */
export const NO_DETAILS = 'Не удалось загрузить подробности.'

/** By the search and the people: the panel and the summary ask for the same. */
const loading = new Map<string, Promise<string | null>>()

/**
 * Brings the details of people into the answer of the page, free of charge; of those who have them by then it asks nothing.
 *
 * @returns why they are not there, or null. Never rejects.
 */
export function loadDetails(searchId: string, ids: readonly string[]): Promise<string | null> {
  const key = [searchId, ...ids].join(' ')
  return loading.getOrInsertComputed(key, () =>
    extendAnswer(searchId, async before => {
      const cards = cardsAmong(before.answer, ids)
      return cards.length > 0 ? withPeople(before, cards) : null
    })
      .then(
        // Whoever may not be shown any more does not come, nor what came for an answer that is another one by now.
        () => {
          const answer = $answered.get()?.answer
          return answer?.search_id === searchId && cardsAmong(answer, ids).length > 0 ? NO_DETAILS : null
        },
        error => (error instanceof AskError && error.code === 'SEARCH_EXPIRED' ? error.message : NO_DETAILS)
      )
      .finally(() => loading.delete(key))
  )
}
