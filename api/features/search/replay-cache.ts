import { LRUCache } from 'lru-cache'
import { REPLAY_SECONDS, SHOWN_IN_ALL } from '#shared/constants.ts'
import type { PreparedAnswer } from './answer/prepared-answer.ts'

/** Some thousands of answers. A repeat of an evicted one is searched again, free of charge. */
const CACHE_MAX_BYTES = 32 * 2 ** 20

/**
 * Answers of the last half minute, in the memory of this process: no results are written to the database, which alone
 * decides whether one may be repeated. Keys name user and query.
 */
export type ReplayCache = LRUCache<string, ReplayedAnswer>

export interface ReplayedAnswer extends PreparedAnswer {
  tookMs: number
}

/** Larger answers would leave no room for others: a repeat of one is searched again. */
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
