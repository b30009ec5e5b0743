import type { Limits, SourceKey } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { listNextPages } from '#api/engines/next-page.ts'
import { SHOWN } from '#api/engines/search.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { SEARCH_DEADLINE_MS, SHOWN_IN_ALL } from '#shared/constants.ts'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { jsonMembers, recordsOf } from './answer-records.ts'
import type { FoundRecords } from './found-records.ts'
import { countBySource, fittingRecords, type Matched } from './match.ts'
import type { PagePositionJson } from './prepared-answer.ts'

/** Processed at a time: all at once would take ten times their JSON in memory. */
const AT_ONCE = 500

/** Leaves time for totals and people. */
const WITHIN_MS = 0.625 * SEARCH_DEADLINE_MS

export interface FurtherRecords {
  /** Elements of `results_by_source`. */
  records: ReadonlyMap<SourceKey, readonly Uint8Array[]>
  /** Members of `matches`. */
  matches: readonly Uint8Array[]
  counts: ReadonlyMap<SourceKey, number>
  numbers: readonly bigint[]
  first: readonly MatchedRecord[]
  next: PagePositionJson | null
  /** Nothing was left out. */
  isAll: boolean
}

const BEGINNING: PagePositionJson = { stage: 0, after: null }

/** A program gets the page's ranking within its limit. */
export const capsForLimit = (limit: number | null): Limits =>
  limit === null
    ? SHOWN
    : { perSource: Math.min(limit, SHOWN.perSource), total: Math.min(limit, SHOWN.total) }

/** @param startedAt Start of the search by `performance.now()`. */
export async function listFurtherRecords(
  { engine, plan, current: { policy, sources }, findings, signal }: FoundRecords,
  matched: Matched,
  limit: number,
  startedAt: number
): Promise<FurtherRecords> {
  const records = new Map<SourceKey, Uint8Array[]>()
  const counts = countBySource(matched.records)
  const [matches, numbers, first]: [Uint8Array[], bigint[], MatchedRecord[]] = [[], [], []]
  const room = limit - matched.records.length
  const msLeft = () => startedAt + WITHIN_MS - performance.now()
  const pages = listNextPages(
    engine,
    findings.stages,
    matched.records.map(record => recordNumber(record.record_id)),
    null,
    policy,
    signal
  )

  function write(fitting: readonly MatchedRecord[]): void {
    const { results_by_source, matches: written } = recordsOf(fitting, mergeDuplicates([...fitting]))
    for (const [key, rows] of Object.entries(results_by_source))
      records.getOrInsert(key, []).push(jsonMembers(rows))
    matches.push(jsonMembers(written))
    for (const { record_id, source } of fitting) {
      numbers.push(recordNumber(record_id))
      counts.set(source, (counts.get(source) ?? 0) + 1)
    }
    first.push(...fitting.slice(0, Math.max(0, SHOWN_IN_ALL - matched.records.length - first.length)))
  }

  let isAll = false
  // After a failed source the gap cannot be known, so nothing more is asked.
  while (findings.failed.size === 0 && !isAll && numbers.length < room) {
    const page = await pages.next(Math.min(AT_ONCE, room - numbers.length), msLeft())
    if (!page) break
    const fitting = fittingRecords(plan, passGate(page.candidates, policy), sources)
    if (fitting.length > 0) write(fitting)
    isAll = page.isLast
  }
  isAll = isAll || (findings.failed.size === 0 && (await pages.isAtEnd(msLeft)) === true)
  const { stage, after } = pages.place()
  const place = numbers.length > 0 ? { stage, after: after?.toString() ?? null } : BEGINNING
  return { records, matches, counts, numbers, first, next: isAll ? null : place, isAll }
}
