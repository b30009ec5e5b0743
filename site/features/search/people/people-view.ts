import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { dateText } from '#site/features/search/texts.ts'

/** The person in the summary, of those who are shown: who was opened last, else the best. */
export function chosenPerson(
  { answer: { persons } }: Pick<Results, 'answer'>,
  shown: readonly Person[],
  open: readonly string[]
): Person | null {
  const last = open.findLast(id => shown.some(person => person.id === id))
  return persons.find(person => (last ? person.id === last : shown.includes(person))) ?? null
}

/** «Примеров Илья Андреевич, 14.03.1981». */
export const nameOf = ({ name, birth_date }: Pick<Person, 'name' | 'birth_date'>): string =>
  [name || 'имя не указано', birth_date && dateText(birth_date)].filter(Boolean).join(', ')
