import type { Sources } from '#api/features/sources/service.ts'
import type { Statistics } from '#api/features/statistics/service.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { openWorkerPool, WorkerLostError, type WorkerPool } from '#api/processes/worker-pool.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import type { LineReader } from './answer/parse-query.ts'
import type { Answerer } from './answer/prepared-answer.ts'
import type { RowsReader } from './answer/read-rows.ts'
import {
  readReadings,
  readRowReadings,
  readSearchResult,
  type SearchResult,
  type SearchSetup,
  type SearchTask
} from './search-worker.ts'

/** Beyond the deadline by so much a thread is stuck. */
const GRACE_MS = 1_000

export interface AnswerService {
  answer: Answerer
  read: LineReader
  readRows: RowsReader
  close(): Promise<void>
}

/**
 * Threads for searches, which take ten times the processor time of the rest. A lost or stuck thread is replaced; its
 * callers are refused for free, since a retry could stop the next one.
 * @param script Serves `createSearchHandler`.
 * @param setup Checked settings and keys.
 */
export function openSearchWorkerPool(
  script: URL,
  count: number,
  setup: SearchSetup,
  { statistics, sources }: { statistics: Statistics; sources: Pick<Sources, 'changes'> }
): AnswerService {
  const pool: WorkerPool<SearchTask, SearchResult> = openWorkerPool({
    script,
    setup,
    count,
    deadlineMs: SEARCH_DEADLINE_MS + GRACE_MS,
    startsInTurn: true,
    onLost: reason => log.error('search_thread_lost', { reason })
  })

  async function run(task: SearchTask, signal: AbortSignal): Promise<SearchResult> {
    try {
      return await pool.run(task, signal)
    } catch (error) {
      if (error instanceof WorkerLostError) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
      throw error
    }
  }

  return {
    read: async (line, signal) => readReadings(await run({ line }, signal)),

    readRows: async (rows, signal) => readRowReadings(await run({ rows: [...rows] }, signal)),

    async answer(request, signal) {
      const task = { request: JSON.stringify(request), changes: sources.changes }
      const { answer, counters } = readSearchResult(await run(task, signal))
      statistics.add(counters)
      return answer
    },
    close: () => pool.close()
  }
}
