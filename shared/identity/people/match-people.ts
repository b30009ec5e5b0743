import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import type { ColumnParties } from '#shared/identity/parties/layout.ts'
import { statedParties } from '#shared/identity/parties/stated.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import type { MatchedRecord } from './linkage-record.ts'

/**
 * Matches each person of a record separately, so that facts of two never add up. The best match is the record's.
 * @param owners Owners of columns, where set.
 */
export const matchPeople = (
  record: Omit<MatchedRecord, 'attributes' | 'match' | 'party' | 'people'>,
  plan: SearchPlan,
  owners?: ColumnParties
): MatchedRecord => {
  const stated = statedParties(record.fields, record.columns, owners)
  const people = stated?.map(
    ({ party, fields, attributes }): MatchedRecord => ({
      ...record,
      fields,
      attributes,
      match: matchRecord(attributes, plan),
      ...(party && { party })
    })
  )
  if (!people) {
    const attributes = readAttributes(record.fields, record.columns)
    return { ...record, attributes, match: matchRecord(attributes, plan) }
  }
  const best = people.reduce((leader, other) => (other.match.exact > leader.match.exact ? other : leader))
  return { ...best, fields: record.fields, people }
}

/** A person with a word of the line is not asked when somebody else of the record was. */
const LEAST_SHARE = 0.5

/** For a record joined without answering the line: its remaining people (`joinedAmong`). */
const isAnswering = ({ match }: MatchedRecord, { match: best }: MatchedRecord): boolean =>
  best.score === 0 || (match.score > 0 && match.score >= best.score * LEAST_SHARE)

const peopleOf =
  (isTaken: typeof isAnswering) =>
  (records: readonly MatchedRecord[]): readonly MatchedRecord[] =>
    records.some(({ people }) => people !== undefined)
      ? records.flatMap(record => record.people?.filter(person => isTaken(person, record)) ?? record)
      : records

export const answeringPeople = peopleOf(isAnswering)

export const allPeople = peopleOf(() => true)
