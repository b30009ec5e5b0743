import type { AnswerRecord, SearchAnswer } from '#shared/contracts/search.ts'
import { shownParty } from '#shared/identity/parties/stated.ts'
import type { DuplicateGroup } from '#shared/identity/people/duplicates.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { shownFields } from '#shared/rules/column-name.ts'

type AnswerRecords = Pick<SearchAnswer, 'results_by_source' | 'matches' | 'results_count'>

export function recordsOf(
  shown: readonly MatchedRecord[],
  rows: readonly DuplicateGroup<MatchedRecord>[]
): AnswerRecords {
  const results: Record<string, AnswerRecord[]> = {}
  const matches: SearchAnswer['matches'] = {}
  for (const [key, sourceRows] of Map.groupBy(rows, ([record]) => record.source))
    results[key] = sourceRows.map(toAnswerRecord)
  for (const { record_id, attributes, match, party, firstSeen } of shown)
    matches[record_id] = {
      score: match.score,
      why: match.why,
      reasons: match.reasons.map(reason => ({ ...reason, record_ids: [record_id] })),
      band: match.band,
      reading: match.reading,
      ...(match.person !== undefined && { person: match.person }),
      ...(party && { party: shownParty(party) }),
      ...(attributes.recordDate !== null && { record_date: attributes.recordDate }),
      ...(firstSeen && { first_seen: firstSeen }),
      ...(match.identifiers && { identifiers: match.identifiers })
    }
  return { results_by_source: results, matches, results_count: shown.length }
}

function toAnswerRecord([{ record_id, fields }, ...others]: DuplicateGroup<MatchedRecord>): AnswerRecord {
  const shown = shownFields(fields)
  if (others.length === 0) return { ...shown, record_id }
  const ids = others.map(other => other.record_id)
  return { ...shown, record_id, duplicates: ids.length + 1, duplicate_ids: ids }
}

const utf8 = new TextEncoder()
export const jsonMembers = (value: object) => utf8.encode(JSON.stringify(value).slice(1, -1))
