import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import type { ColumnParties } from '#shared/identity/parties/layout.ts'
import { statedParties } from '#shared/identity/parties/stated.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import type { MatchedRecord } from './linkage-record.ts'

/**
 * Matches a record: one that names several people by each of them alone, so that no agreement is made of the facts of two.
 * The best of these matches is the record's, between equals that of whom it is about.
 *
 * @param owners Whose the columns are, where somebody has said so.
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

/** Who has a word of the line, where somebody else of the record was asked, is not asked. */
const LEAST_SHARE = 0.5

/** Of a record that does not answer the line, and was added to somebody, whoever is left of its people (`joinedAmong`). */
const isAnswering = ({ match }: MatchedRecord, { match: best }: MatchedRecord): boolean =>
  best.score === 0 || (match.score > 0 && match.score >= best.score * LEAST_SHARE)

const peopleOf =
  (isTaken: typeof isAnswering) =>
  (records: readonly MatchedRecord[]): readonly MatchedRecord[] =>
    records.some(({ people }) => people !== undefined)
      ? records.flatMap(record => record.people?.filter(person => isTaken(person, record)) ?? record)
      : records

/** The records as each of their people who answers the query. */
export const answeringPeople = peopleOf(isAnswering)

/** The records as each of their people, whether asked for or not. */
export const allPeople = peopleOf(() => true)
