import type { Person } from '#shared/contracts/person.ts'

/** All records of somebody, those that only repeat how they name them last. */
export const recordIdsOf = ({ record_ids, parties }: Pick<Person, 'record_ids' | 'parties'>): string[] =>
  parties ? [...new Set([...record_ids, ...Object.keys(parties)])] : record_ids
