import type { Statistics } from '#api/features/statistics/service.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { openWorkerPool, WorkerLostError, type WorkerPool } from '#api/lib/worker-pool.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import type { Answerer } from './answer.ts'
import { readSearchResult, type SearchResult, type SearchTask } from './search-worker.ts'

/** A thread that says nothing for so long after the deadline of a search is stuck. */
const GRACE_MS = 1_000

/** Who answers questions. */
export interface SearchDesk {
  answer: Answerer
  close(): Promise<void>
}

/**
 * Answers in threads: to parse, find, rank and write an answer takes ten times as much of a processor as all the rest of
 * a paid search, and the thread that answers the web has only one. A thread that is lost or stuck is replaced; who waits
 * for it is refused and not charged, because the same question could stop the next thread too.
 *
 * @param script Makes an answerer of its own and serves `createSearchHandler`.
 */
export function openSearchWorkers(script: URL, count: number, statistics: Statistics): SearchDesk {
  const pool: WorkerPool<SearchTask, SearchResult> = openWorkerPool({
    script,
    setup: null,
    count,
    deadlineMs: SEARCH_DEADLINE_MS + GRACE_MS,
    onLost: reason => log.error('search_thread_lost', { reason })
  })
  return {
    async answer({ query, chosen, acceptsGzip }, signal) {
      try {
        const result = await pool.run({ query, chosen: JSON.stringify(chosen ?? null), acceptsGzip }, signal)
        const { answer, counters } = readSearchResult(result)
        statistics.add(counters)
        return answer
      } catch (error) {
        if (error instanceof WorkerLostError) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
        throw error
      }
    },
    close: () => pool.close()
  }
}
