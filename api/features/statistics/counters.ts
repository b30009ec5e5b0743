import type { Candidate, SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import type { Findings } from '#api/engines/search.ts'
import { SLOW_SEARCH_MS } from '#shared/constants.ts'
import type { ReadingKind } from '#shared/contracts/reading.ts'
import { addBins, addDuration } from './durations.ts'

export interface Counts {
  queries: number
  hits: number
  slow: number
  failures: number
  timeUs: number
  /** Histogram (`durations.ts`). */
  durations: number[]
}

export type Counters = Map<SourceKey, Counts>

/** No source has this key. */
export const WHOLE_SEARCHES = ''

/** No source key has a colon. */
export const KIND_PREFIX = 'kind:'

export interface EngineSearch {
  policy: SearchPolicy
  /** Undefined when the engine failed. */
  findings: Findings | undefined
  passed: readonly Candidate[]
  kind?: ReadingKind | undefined
  tookMs: number
}

const US_PER_MS = 1_000
const SLOW_US = SLOW_SEARCH_MS * US_PER_MS

export function countSearch(
  counters: Counters,
  { policy, findings, passed, kind, tookMs }: EngineSearch
): void {
  const whole = countsOf(counters, WHOLE_SEARCHES)
  addQuery(whole, Math.round(tookMs * US_PER_MS))
  if (kind) addQuery(countsOf(counters, `${KIND_PREFIX}${kind}`), Math.round(tookMs * US_PER_MS))
  whole.hits += passed.length
  if (!findings || findings.failed.size > 0) whole.failures += 1
  for (const key of policy.sources.keys()) {
    const counts = countsOf(counters, key)
    const tookUs = findings?.tookUs.get(key)
    if (tookUs !== undefined) addQuery(counts, tookUs)
    if (!findings || findings.failed.has(key)) counts.failures += 1
  }
  for (const { source } of passed) countsOf(counters, source).hits += 1
}

const SUMS = ['queries', 'hits', 'slow', 'failures', 'timeUs'] as const

/** After a failed store, or from another thread. */
export function addCounters(counters: Counters, unstored: Counters): void {
  for (const [source, more] of unstored) {
    const counts = countsOf(counters, source)
    for (const name of SUMS) counts[name] += more[name]
    addBins(counts.durations, more.durations)
  }
}

function addQuery(counts: Counts, tookUs: number): void {
  counts.queries += 1
  counts.timeUs += tookUs
  addDuration(counts.durations, tookUs)
  if (tookUs > SLOW_US) counts.slow += 1
}

function countsOf(counters: Counters, source: SourceKey): Counts {
  let counts = counters.get(source)
  if (!counts) {
    counts = { queries: 0, hits: 0, slow: 0, failures: 0, timeUs: 0, durations: [] }
    counters.set(source, counts)
  }
  return counts
}
