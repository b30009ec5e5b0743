import type { SQL } from 'bun'
import type { Sources } from '#api/features/sources/service.ts'
import type { PerformanceAnswer, SlowIndex } from '#shared/contracts/statistics.ts'
import { type AskedSearch, addBack, type Counters, countAsked } from './counters.ts'
import { addCounts, forgetCounts, type StoredCounts, storedCounts, WHOLE_SEARCHES_ID } from './store.ts'

const US_PER_MS = 1_000
const US_PER_SECOND = 1_000_000

export type { Counters }

/** What this process counts of its searches. A kill loses what was not stored: ten seconds of statistics. */
export interface Statistics {
  /** Counts a search that asked the engine. In memory alone: it costs a search about a microsecond. */
  count(search: AskedSearch): void
  /** What was counted here since the last time; now the taker's. */
  take(): Counters
  /** Counts what another thread of this process has counted. */
  add(counters: Counters): void
  /** Stores what this process has counted; what cannot be stored is kept for the next time. */
  store(): Promise<void>
  /** What searches cost since the last reset; those that another process has counted come within ten seconds. */
  performance(): Promise<PerformanceAnswer>
  /** Begins anew. What other processes have counted in the last ten seconds may still come in. */
  reset(administratorId: number): Promise<void>
}

export function createStatistics(sql: SQL, sources: Sources): Statistics {
  let counters: Counters = new Map()

  function take(): Counters {
    const taken = counters
    counters = new Map()
    return taken
  }

  async function store(): Promise<void> {
    if (counters.size === 0) return
    const unstored = take()
    try {
      await addCounts(sql, unstored)
    } catch (error) {
      addBack(counters, unstored)
      throw error
    }
  }

  return {
    count: search => countAsked(counters, search),
    take,
    add: others => addBack(counters, others),
    store,

    async performance() {
      await store()
      const [rows, current] = await Promise.all([storedCounts(sql), sources.current()])
      const whole = rows.find(row => row.sourceId === WHOLE_SEARCHES_ID)
      return {
        ok: true,
        total_queries: whole?.queries ?? 0,
        avg_query_time: whole ? Math.round(average(whole) / (US_PER_MS / 10)) / 10 : 0,
        slow_queries_count: whole?.slow ?? 0,
        failed_queries_count: whole?.failures ?? 0,
        indices_count: current.sources.size,
        slow_indices: slowIndices(rows),
        last_update: new Date().toISOString()
      }
    },

    async reset(administratorId) {
      await forgetCounts(sql, administratorId)
      take()
    }
  }
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
