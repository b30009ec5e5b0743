import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import { type SubjectValue, subjectsOf } from '#shared/identity/records/subject.ts'
import type { StatedParty } from './stated.ts'

/**
 * The values by which a suppression list knows anybody of a record: those of each of its people, and all of its names with
 * all of its dates, since a column may be somebody else's than it seems. Each value once.
 *
 * @param pairsMax See `subjectValues`.
 */
export const subjectsOfPeople = (
  whole: RecordAttributes,
  parties: readonly StatedParty[] | null,
  pairsMax?: number
): SubjectValue[] => subjectsOf([whole, ...(parties ?? []).map(({ attributes }) => attributes)], pairsMax)
