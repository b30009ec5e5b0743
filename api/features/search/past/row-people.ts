import type { Candidate, SourceKey } from '#api/engines/contract.ts'
import { fittingRecords, sortedByRank } from '#api/features/search/answer/match.ts'
import { recordsBehind } from '#api/features/search/answer/outcome.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import type { ShownRow } from '#api/features/search/answer/prepared-answer.ts'
import type { CurrentSource } from '#api/features/sources/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { PersonCard } from '#shared/contracts/person.ts'
import { groupCards } from '#shared/identity/people/group.ts'

/** Null when nobody may be shown. */
export type RowPerson =
  | (Pick<PersonCard, 'name' | 'birth_date' | 'query_reasons' | 'source_keys' | 'record_ids'> & {
      /** How many of the records may be shown. */
      shown: number
    })
  | null

export function peopleOfRows(
  rows: readonly ShownRow[],
  records: readonly Candidate[],
  sources: ReadonlyMap<SourceKey, CurrentSource>
): RowPerson[] {
  const byNumber = new Map(records.map(record => [String(recordNumber(record.record_id)), record]))
  return rows.map(({ line, chosen, numbers }) => {
    const own = numbers.flatMap(number => byNumber.get(number) ?? [])
    return own.length > 0 ? bestOf(line, chosen, own, sources) : null
  })
}

function bestOf(
  line: string,
  chosen: ShownRow['chosen'],
  own: readonly Candidate[],
  sources: ReadonlyMap<SourceKey, CurrentSource>
): RowPerson {
  try {
    const plan = parseLine(line, chosen)
    const fitting = sortedByRank(fittingRecords(plan, own, sources))
    const [best] = groupCards(fitting, plan, () => false, { answering: [...sources.keys()] })
    if (!best) return null
    const { name, birth_date, query_reasons, source_keys } = best
    return {
      name,
      birth_date,
      query_reasons,
      source_keys,
      record_ids: recordsBehind(best),
      shown: own.length
    }
  } catch (error) {
    // A later version may read the line differently.
    if (error instanceof Refusal) return null
    throw error
  }
}
