import { mock } from 'bun:test'

/**
 * Loaded before the files of the API in a run of many: how long the product waits at most for itself is then three
 * times as long, so that a busy machine makes no search partial or refused. What hangs still comes to its end.
 */
const TIMES = 3
/** Of a wait behind one's own searches: nothing hangs in it. */
const QUEUE_TIMES = 10
/** To make an answer of what was found when the time was over. */
const FINISH_MS = 10_000

const constants = await import('#shared/constants.ts')
const { API_TIMEOUT_MS, SEARCH_DEADLINE_MS, SEARCH_WAIT_MS, TOTALS_WAIT_MS } = constants
mock.module('#shared/constants.ts', () => ({
  ...constants,
  API_TIMEOUT_MS: API_TIMEOUT_MS * TIMES,
  SEARCH_DEADLINE_MS: SEARCH_DEADLINE_MS * TIMES,
  SEARCH_WAIT_MS: SEARCH_WAIT_MS * QUEUE_TIMES,
  TOTALS_WAIT_MS: TOTALS_WAIT_MS * TIMES
}))

const limits = await import('#api/lib/time-limits.ts')
mock.module('#api/lib/time-limits.ts', () => ({
  ...limits,
  SEARCH_CALL_MS: limits.SEARCH_CALL_MS + FINISH_MS,
  CHARGED_WITHIN_MS: limits.CHARGED_WITHIN_MS * TIMES + FINISH_MS,
  PREVIEW_WAIT_MS: limits.PREVIEW_WAIT_MS * TIMES
}))
