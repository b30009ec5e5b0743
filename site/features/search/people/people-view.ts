import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { dateText } from '#site/features/search/texts.ts'

/** The person in the summary: who was opened last, else the best. */
export function chosenPerson({ answer: { persons } }: Results, open: readonly string[]): Person | null {
  return persons.find(({ id }) => id === open.at(-1)) ?? persons[0] ?? null
}

/** «Примеров Илья Андреевич, 14.03.1981». */
export const nameOf = ({ name, birth_date }: Pick<Person, 'name' | 'birth_date'>): string =>
  [name || 'имя не указано', birth_date && dateText(birth_date)].filter(Boolean).join(', ')
