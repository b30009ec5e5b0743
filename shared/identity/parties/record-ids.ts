import type { Person } from '#shared/contracts/person.ts'

type RecordsOfPerson = Pick<Person, 'record_ids' | 'parties'>

/** All records of a person: first those that describe it, then those that name it beside somebody else. */
export const recordIdsOf = ({ record_ids, parties }: RecordsOfPerson): string[] =>
  parties ? [...new Set([...record_ids, ...Object.keys(parties)])] : record_ids
