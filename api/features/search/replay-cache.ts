import type { SearchPolicy } from '#api/engines/contract.ts'
import { REPLAY_SECONDS } from '#shared/constants.ts'
import type { PreparedAnswer } from './answer.ts'

/** Some thousands of answers. A repeat of an evicted one is searched again, free of charge. */
const CACHE_MAX_BYTES = 32 * 2 ** 20
const ENTRY_MAX_MS = 1000 * REPLAY_SECONDS

/**
 * Answers of the last half minute, in the memory of this process: no results are written to the database, which alone
 * decides whether one may be repeated.
 */
export interface ReplayCache {
  /** Kept until it expires or newer answers need its space. */
  store(userId: number, queryKey: string, answer: ReplayedAnswer): void
  get(userId: number, queryKey: string): ReplayedAnswer | undefined
  close(): void
}

export interface ReplayedAnswer extends PreparedAnswer {
  /** In force when the search began. */
  policy: SearchPolicy
  tookMs: number
}

interface Entry {
  answer: ReplayedAnswer
  at: number
}

export function createReplayCache(): ReplayCache {
  const entries = new Map<string, Entry>()
  let bytes = 0
  const keyOf = (userId: number, queryKey: string) => `${userId} ${queryKey}`
  const isOld = ({ at }: Entry) => performance.now() - at >= ENTRY_MAX_MS

  function remove(key: string): void {
    bytes -= entries.get(key)?.answer.body.bytes.length ?? 0
    entries.delete(key)
  }

  function evict(): void {
    for (const [key, entry] of entries) {
      if (bytes <= CACHE_MAX_BYTES && !isOld(entry)) return
      remove(key)
    }
  }

  // Expired answers must go even when no further search evicts them.
  const sweep = setInterval(evict, ENTRY_MAX_MS)
  sweep.unref()

  return {
    store(userId, queryKey, answer) {
      const key = keyOf(userId, queryKey)
      remove(key)
      entries.set(key, { answer, at: performance.now() })
      bytes += answer.body.bytes.length
      evict()
    },

    get(userId, queryKey) {
      const entry = entries.get(keyOf(userId, queryKey))
      return entry && !isOld(entry) ? entry.answer : undefined
    },

    close() {
      clearInterval(sweep)
      entries.clear()
    }
  }
}
