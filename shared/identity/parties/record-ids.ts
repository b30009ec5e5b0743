import type { Person } from '#shared/contracts/person.ts'

/** What a card says of its records. */
type RecordsOfPerson = Pick<Person, 'record_ids' | 'parties'>

/**
 * All records of somebody: those in which the card speaks, then those that only repeat how they name the person beside
 * somebody else. Whoever asks whether a record is of a person, or how many records there are, asks this.
 */
export const recordIdsOf = ({ record_ids, parties }: RecordsOfPerson): string[] =>
  parties ? [...new Set([...record_ids, ...Object.keys(parties)])] : record_ids
