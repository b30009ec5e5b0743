import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'

/** What a card says of its records. */
type RecordsOfPerson = Pick<Person, 'record_ids' | 'parties'>

/**
 * All records of somebody: those in which the card speaks, then those that only repeat how they name the person beside
 * somebody else. Whoever asks whether a record is of a person, or how many records there are, asks this.
 */
export const recordIdsOf = ({ record_ids, parties }: RecordsOfPerson): string[] =>
  parties ? [...new Set([...record_ids, ...Object.keys(parties)])] : record_ids

/** Of the people whom a record names, whether it answers by this one. */
export const isAnsweringIn = (
  { parties }: Pick<Person, 'parties'>,
  recordId: string,
  { matches }: Pick<SearchAnswer, 'matches'>
): boolean => parties?.[recordId]?.place === matches[recordId]?.party?.place
