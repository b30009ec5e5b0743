import type { Limits, SearchEngine, SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import { listFurther } from '#api/engines/further.ts'
import { passGate } from '#api/engines/gate.ts'
import { type SearchFindings, SHOWN } from '#api/engines/search.ts'
import { shownBySource } from '#api/features/search/completeness.ts'
import type { PlaceText } from '#api/features/search/prepared-answer.ts'
import {
  answeredSources,
  type FindRivals,
  fittingOf,
  type Ranked,
  type RankedAnswer,
  recordsOf
} from '#api/features/search/rank.ts'
import type { CurrentSource } from '#api/features/sources/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { SEARCH_DEADLINE_MS, SHOWN_IN_ALL } from '#shared/constants.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'

/** Records that are found, matched and written at a time: all of them at once would take ten times their JSON in memory. */
const AT_ONCE = 500

/** From the beginning of a search: its totals and people have to be made in what is left of it. */
const WITHIN_MS = 0.625 * SEARCH_DEADLINE_MS

interface Extending {
  engine: SearchEngine
  plan: SearchPlan
  policy: SearchPolicy
  sources: ReadonlyMap<SourceKey, CurrentSource>
  findings: Pick<SearchFindings, 'stages' | 'failed' | 'more'>
  ranked: Ranked
  limit: number
  /** When the search began, by `performance.now()`. */
  startedAt: number
  signal: AbortSignal
  findRivals: FindRivals
}

/** An answer with further records, which are kept as JSON alone. */
export interface Extended {
  /** Its ranked records, with the people and the count of all. */
  answer: RankedAnswer
  /** Elements of the lists of `results_by_source`. */
  records: ReadonlyMap<SourceKey, readonly Uint8Array[]>
  /** Members of `matches`. */
  matches: readonly Uint8Array[]
  /** All records by source. */
  counts: ReadonlyMap<SourceKey, number>
  /** Of the further records. */
  numbers: readonly bigint[]
  next: PlaceText | null
  /** Nothing was left out. */
  isAll: boolean
}

const BEGINNING: PlaceText = { stage: 0, after: null }
const utf8 = new TextEncoder()
/** Without the brackets around it. */
const inner = (value: object) => utf8.encode(JSON.stringify(value).slice(1, -1))

/** What is ranked for the page is ranked for a program too, as far as its limit goes. */
export const capsWithin = (limit: number | null): Limits =>
  limit === null
    ? SHOWN
    : { perSource: Math.min(limit, SHOWN.perSource), total: Math.min(limit, SHOWN.total) }

/**
 * Goes on where the ranked records end, as «ещё» does, until there are `limit` of them or the time is over. The best
 * `SHOWN_IN_ALL` are put together to people.
 */
export async function extendAnswer(extending: Extending): Promise<Extended> {
  const { engine, plan, policy, sources, findings, ranked, limit, startedAt, signal, findRivals } = extending
  const records = new Map<SourceKey, Uint8Array[]>()
  const counts = shownBySource(ranked.answer.results_by_source)
  const [matches, numbers, first]: [Uint8Array[], bigint[], MatchedRecord[]] = [[], [], []]
  const room = limit - ranked.records.length
  const msLeft = () => startedAt + WITHIN_MS - performance.now()
  const pages = listFurther(
    engine,
    findings.stages,
    ranked.records.map(record => recordNumber(record.record_id)),
    null,
    policy,
    signal
  )

  function write(fitting: readonly MatchedRecord[]): void {
    const { results_by_source, matches: written } = recordsOf(fitting, mergeDuplicates([...fitting]))
    for (const [key, rows] of Object.entries(results_by_source))
      records.getOrInsert(key, []).push(inner(rows))
    matches.push(inner(written))
    for (const { record_id, source } of fitting) {
      numbers.push(recordNumber(record_id))
      counts.set(source, (counts.get(source) ?? 0) + 1)
    }
    first.push(...fitting.slice(0, Math.max(0, SHOWN_IN_ALL - ranked.records.length - first.length)))
  }

  let isAll = false
  // Once a source has failed, nothing is asked of the others: what is missing can no longer be told.
  while (findings.failed.size === 0 && !isAll && numbers.length < room) {
    const page = await pages.next(Math.min(AT_ONCE, room - numbers.length), msLeft())
    if (!page) break
    const fitting = fittingOf(plan, passGate(page.candidates, policy), sources)
    if (fitting.length > 0) write(fitting)
    isAll = page.isLast
  }
  isAll = isAll || (findings.failed.size === 0 && (await pages.isAtEnd(msLeft)) === true)
  const { stage, after } = pages.place()
  const place = numbers.length > 0 ? { stage, after: after?.toString() ?? null } : BEGINNING
  const answer = { ...ranked.answer, results_count: ranked.records.length + numbers.length }
  if (first.length > 0) {
    const people = [...ranked.records, ...first]
    const rivals = await findRivals(people)
    const failed = new Set([...findings.failed, ...rivals.failed])
    const answering = answeredSources(sources, { ...findings, failed }, people)
    answer.persons = groupPersons(people, plan, mergeDuplicates(people), answering, rivals)
  }
  return { answer, records, matches, counts, numbers, next: isAll ? null : place, isAll }
}
