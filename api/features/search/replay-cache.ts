import { LRUCache } from 'lru-cache'
import { REPLAY_SECONDS, SHOWN_IN_ALL } from '#shared/constants.ts'
import type { PreparedAnswer } from './answer/prepared-answer.ts'

/** Thousands of answers; evicted ones are searched again for free. */
const CACHE_MAX_BYTES = 32 * 2 ** 20

/** Answers of half a minute in memory; the database decides about repeats. Keys name user and query. */
export type ReplayCache = LRUCache<string, KeptAnswer>

export interface ReplayedAnswer extends PreparedAnswer {
  tookMs: number
}

interface KeptAnswer extends ReplayedAnswer {
  /** The search that it was audited for; none other is named beside it. */
  searchId: string
}

/** A larger answer would evict the others. */
export const isKept = (limit: number | null | undefined): boolean => (limit ?? 0) <= SHOWN_IN_ALL

export const createReplayCache = (): ReplayCache => createAnswerCache()

/** Keeps answers for the replay window, within the same memory for each cache. */
export const createAnswerCache = <Answer extends PreparedAnswer>(): LRUCache<string, Answer> =>
  new LRUCache({
    ttl: 1000 * REPLAY_SECONDS,
    // Expired answers go even when no further one evicts them.
    ttlAutopurge: true,
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ body }) => body.length
  })
