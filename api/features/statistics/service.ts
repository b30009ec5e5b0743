import type { SQL } from 'bun'
import type { Actor } from '#api/db/audit.ts'
import type { Sources } from '#api/features/sources/service.ts'
import { LOAD_HOURS } from '#shared/constants.ts'
import type { PerformanceAnswer, SlowIndex } from '#shared/contracts/statistics.ts'
import { addCounters, type Counters, countSearch, type EngineSearch } from './counters.ts'
import { quantileMs } from './durations.ts'
import { hoursOf, loadOfKinds, loadOfSources, P95 } from './load.ts'
import {
  addCounts,
  deleteCounts,
  hourlyCounts,
  kindCounts,
  type StoredCounts,
  storedCounts,
  storedDurations,
  WHOLE_SEARCHES_ID
} from './store.ts'

const US_PER_MS = 1_000
const US_PER_SECOND = 1_000_000

export type { Counters }

/** A killed process loses at most ten seconds of counts. */
export interface Statistics {
  /** In memory: a microsecond a search. */
  count(search: EngineSearch): void
  /** Returns and forgets new counts. */
  drain(): Counters
  add(counters: Counters): void
  /** Kept after a failure. */
  store(): Promise<void>
  /** Other processes' counts arrive within ten seconds. */
  performance(): Promise<PerformanceAnswer>
  /** Counts of the last ten seconds may arrive later. */
  reset(actor: Actor): Promise<void>
}

export function createStatistics(sql: SQL, sources: Sources): Statistics {
  let counters: Counters = new Map()

  function drain(): Counters {
    const drained = counters
    counters = new Map()
    return drained
  }

  async function store(): Promise<void> {
    if (counters.size === 0) return
    const unstored = drain()
    try {
      await addCounts(sql, unstored)
    } catch (error) {
      addCounters(counters, unstored)
      throw error
    }
  }

  return {
    count: search => countSearch(counters, search),
    drain,
    add: others => addCounters(counters, others),
    store,

    async performance() {
      await store()
      const now = new Date()
      const [rows, durations, hourly, kinds, current] = await Promise.all([
        storedCounts(sql),
        storedDurations(sql),
        hourlyCounts(sql, LOAD_HOURS),
        kindCounts(sql),
        sources.current()
      ])
      const whole = rows.find(row => row.sourceId === WHOLE_SEARCHES_ID)
      return {
        ok: true,
        total_queries: whole?.queries ?? 0,
        avg_query_time: whole ? Math.round(average(whole) / (US_PER_MS / 10)) / 10 : 0,
        p95_query_time: quantileMs(durations.get(WHOLE_SEARCHES_ID) ?? [], P95),
        slow_queries_count: whole?.slow ?? 0,
        failed_queries_count: whole?.failures ?? 0,
        indices_count: current.sources.size,
        slow_indices: slowIndices(rows),
        last_update: now.toISOString(),
        load: hoursOf(hourly, WHOLE_SEARCHES_ID, now),
        sources: loadOfSources(rows, durations, hourly, now),
        kinds: loadOfKinds(kinds)
      }
    },

    async reset(actor) {
      await deleteCounts(sql, actor)
      drain()
    }
  }
}

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
