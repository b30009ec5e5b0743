import { REPLAY_SECONDS } from '#shared/constants.ts'
import type { PreparedAnswer } from './answer.ts'

/** Some thousands of answers; whose answer had to make room is searched for once more, for nothing. */
const MAX_BYTES = 32 * 2 ** 20
const MAX_MS = 1000 * REPLAY_SECONDS

/**
 * Answers of the last half minute, in the memory of this process: nothing of what was found is written to the database.
 * Only the database knows whether one may be given again.
 */
export interface ReplayCache {
  /** Keeps an answer until it is too old or newer ones need its room. */
  put(userId: number, questionKey: string, answer: ReplayedAnswer): void
  get(userId: number, questionKey: string): ReplayedAnswer | undefined
  close(): void
}

/** An answer before it was charged, and how long it took then. */
export interface ReplayedAnswer extends PreparedAnswer {
  tookMs: number
}

interface Entry {
  answer: ReplayedAnswer
  at: number
}

export function createReplayCache(): ReplayCache {
  /** The oldest first. */
  const entries = new Map<string, Entry>()
  let bytes = 0
  const keyOf = (userId: number, questionKey: string) => `${userId} ${questionKey}`
  const isOld = ({ at }: Entry) => performance.now() - at >= MAX_MS

  function remove(key: string): void {
    bytes -= entries.get(key)?.answer.body.bytes.length ?? 0
    entries.delete(key)
  }

  function trim(): void {
    for (const [key, entry] of entries) {
      if (bytes <= MAX_BYTES && !isOld(entry)) return
      remove(key)
    }
  }

  // Nobody may come any more, and what is too old must go all the same.
  const sweep = setInterval(trim, MAX_MS)
  sweep.unref()

  return {
    put(userId, questionKey, answer) {
      const key = keyOf(userId, questionKey)
      remove(key)
      entries.set(key, { answer, at: performance.now() })
      bytes += answer.body.bytes.length
      trim()
    },

    get(userId, questionKey) {
      const entry = entries.get(keyOf(userId, questionKey))
      return entry && !isOld(entry) ? entry.answer : undefined
    },

    close() {
      clearInterval(sweep)
      entries.clear()
    }
  }
}
