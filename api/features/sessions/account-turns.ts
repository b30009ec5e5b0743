import { Refusal } from '#api/lib/refusal.ts'
import { TURN_MS } from '#api/lib/time-limits.ts'

/**
 * One at a time of what may have to wait for a user's row, so that whoever holds one row takes one connection away from
 * all others, and not all of them.
 */
export interface AccountTurns {
  /** @throws Refusal `OVERLOADED` when the work cannot begin in time: the account's own calls are in its way. */
  take<T>(userId: number, work: () => Promise<T>): Promise<T>
}

const RETRY_SECONDS = 1

export function createAccountTurns(): AccountTurns {
  /** By user: begins the work of each that waits. Missing where nothing is done. */
  const lines = new Map<number, (() => void)[]>()

  async function begin(line: (() => void)[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    line.push(resolve)
    const timer = setTimeout(() => {
      line.splice(line.indexOf(resolve), 1)
      reject(new Refusal('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS }))
    }, TURN_MS)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async take(userId, work) {
      const line = lines.get(userId)
      if (line) await begin(line)
      else lines.set(userId, [])
      try {
        return await work()
      } finally {
        const next = lines.get(userId)?.shift()
        if (next) next()
        else lines.delete(userId)
      }
    }
  }
}
