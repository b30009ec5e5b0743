import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import { type SubjectValue, subjectsOf } from '#shared/identity/records/subject.ts'
import type { StatedParty } from './stated.ts'

/**
 * Values that suppression matches: those of each person, and all names with all dates, because a column may be somebody
 * else's. Each value once.
 * @param pairsMax See `subjectValues`.
 */
export const subjectsOfPeople = (
  whole: RecordAttributes,
  parties: readonly StatedParty[] | null,
  pairsMax?: number
): SubjectValue[] => subjectsOf([whole, ...(parties ?? []).map(({ attributes }) => attributes)], pairsMax)
