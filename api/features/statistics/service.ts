import { sourcesNow } from '#api/features/sources/service.ts'
import type { Context } from '#api/lib/context.ts'
import type { PerformanceAnswer, SlowIndex } from '#shared/contracts/statistics.ts'
import { type AskedSearch, addBack, type Counters, countAsked, WHOLE_SEARCHES } from './counters.ts'
import { addCounts, forgetCounts, type StoredCounts, storedCounts } from './store.ts'

const US_PER_MS = 1_000
const US_PER_SECOND = 1_000_000

export type { Counters }

/** What this process has counted and not stored yet. A kill loses it: ten seconds of statistics. */
const unstored = new WeakMap<Context, Counters>()

/** Counts a search that asked the engine. In memory alone: it costs a search about a microsecond. */
export function countSearch(context: Context, asked: AskedSearch): void {
  countAsked(countersOf(context), asked)
}

/** What was counted here since the last time; now the taker's. */
export function takeCounts(context: Context): Counters {
  const counters = countersOf(context)
  unstored.delete(context)
  return counters
}

/** Counts what another thread of this process has counted. */
export function giveCounts(context: Context, counters: Counters): void {
  addBack(countersOf(context), counters)
}

/** Stores what this process has counted; what cannot be stored is kept for the next time. */
export async function storeCounts(context: Context): Promise<void> {
  const counters = countersOf(context)
  if (counters.size === 0) return
  unstored.delete(context)
  try {
    await addCounts(context.sql, counters)
  } catch (error) {
    addBack(countersOf(context), counters)
    throw error
  }
}

/** What searches cost since the last reset; those that another process has counted come within ten seconds. */
export async function searchPerformance(context: Context): Promise<PerformanceAnswer> {
  await storeCounts(context)
  const [rows, { sources }] = await Promise.all([storedCounts(context.sql), sourcesNow(context)])
  const whole = rows.find(row => row.sourceId === WHOLE_SEARCHES)
  return {
    ok: true,
    total_queries: whole?.queries ?? 0,
    avg_query_time: whole ? Math.round(average(whole) / (US_PER_MS / 10)) / 10 : 0,
    slow_queries_count: whole?.slow ?? 0,
    failed_queries_count: whole?.failures ?? 0,
    indices_count: sources.length,
    slow_indices: slowIndices(rows),
    last_update: new Date().toISOString()
  }
}

/** Begins anew. What other processes have counted in the last ten seconds may still come in. */
export async function resetPerformance(context: Context, administratorId: number): Promise<void> {
  await forgetCounts(context.sql, administratorId)
  unstored.delete(context)
}

function countersOf(context: Context): Counters {
  let counters = unstored.get(context)
  if (!counters) {
    counters = new Map()
    unstored.set(context, counters)
  }
  return counters
}

/** Microseconds of one query. */
const average = ({ timeUs, queries }: StoredCounts) => (queries > 0 ? timeUs / queries : 0)

function slowIndices(rows: StoredCounts[]): SlowIndex[] {
  return rows
    .filter(row => row.slow > 0)
    .sort((a, b) => average(b) - average(a) || a.sourceId - b.sourceId)
    .flatMap(row => {
      const { key, title, queries, hits } = row
      if (key === null || title === null) return []
      return [{ name: key, title, count: queries, hits, avg_time: Math.round(average(row)) / US_PER_SECOND }]
    })
}
