import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'

/** The people who get a card; those who are only connected stand in «Связанные лица», unless nobody else was found. */
export function cardsOf({ answer: { persons } }: Results): Person[] {
  const own = persons.filter(({ label }) => label !== 'related')
  return own.length > 0 ? own : persons
}

/** The person in the summary: the chosen one, else the best. */
export function chosenPerson(results: Results, id: string | null): Person | null {
  return results.answer.persons.find(person => person.id === id) ?? cardsOf(results)[0] ?? null
}

/** Somebody who belongs to an organisation: «генеральный директор». */
export interface Member {
  id: string
  name: string
  position: string
}

/** The people of an organisation in the order of the answer; none of a person. */
export function membersOf({ kind, related }: Person, { answer: { persons } }: Results): Member[] {
  if (kind === 'person') return []
  return related.flatMap(({ person_id, text }) => {
    const person = persons.find(({ id }) => id === person_id)
    return person ? [{ id: person.id, name: person.name, position: text }] : []
  })
}
