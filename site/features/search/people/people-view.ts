import type { PersonCard } from '#shared/contracts/person.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { count, dateText } from '#site/features/search/texts.ts'

/** Whom an answer is about, of those who are shown: who was opened last, else the best. */
export function chosenPerson(
  { answer: { persons } }: Pick<Results, 'answer'>,
  filtered: readonly PersonCard[],
  open: readonly string[]
): PersonCard | null {
  const last = open.findLast(id => filtered.some(person => person.id === id))
  return persons.find(person => (last ? person.id === last : filtered.includes(person))) ?? null
}

/** Whether lists of losses have somebody: `only` where nothing else makes a namesake of one whom nothing contradicts. */
export function lossOf(
  { label, band, source_keys }: PersonCard,
  { answer: { sources_meta } }: Pick<Results, 'answer'>
): 'only' | 'also' | null {
  const isLoss = (key: string) => sources_meta[key]?.kind === 'casualty_list'
  if (label === 'namesake' && band !== 'contradicts' && source_keys.every(isLoss)) return 'only'
  return source_keys.some(isLoss) ? 'also' : null
}

/** «Примеров Илья Андреевич, 14.03.1981». */
export const nameOf = ({ name, birth_date }: Pick<PersonCard, 'name' | 'birth_date'>): string =>
  [name || 'имя не указано', birth_date && dateText(birth_date)].filter(Boolean).join(', ')

/** «врач в 24 записях»: as whom records name somebody whom they are not about; '' where there are none. */
export function partiesText({ parties = {} }: Pick<PersonCard, 'parties'>): string {
  const alike = Map.groupBy(Object.values(parties), ({ label }) => label)
  return Array.from(alike, ([label, { length }]) => `${label} в ${count(length, 'inRecord')}`).join(', ')
}

/** «3 записи». An organisation may have none but those of its people, which name it: «4 записи у людей». */
export function recordsText(person: Pick<PersonCard, 'record_ids' | 'parties' | 'related'>): string {
  const own = recordIdsOf(person).length
  if (own > 0) return count(own, 'record')
  const theirs = new Set(person.related.flatMap(relation => relation.record_ids))
  return `${count(theirs.size, 'record')} у людей`
}

/** What connects two people without saying that they are one; '' where nothing does. */
export const connectionText = (connections: readonly string[] = []): string =>
  connections.length === 0
    ? ''
    : `Косвенная связь, не доказывает, что это один человек: ${connections.join('; ')}.`
