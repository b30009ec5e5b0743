import { DatabaseSilentError } from '#api/lib/database-down.ts'

/**
 * One at a time of what may have to wait for a user's row, so that whoever holds one row takes one connection away from
 * all others, and not all of them.
 */
export interface AccountTurns {
  /** Rejects when the work cannot begin in time. */
  take<T>(userId: number, work: () => Promise<T>): Promise<T>
}

/** Beside the wait for the row itself (`lock_timeout`): together they are answered within two seconds. */
const TURN_MS = 300

export function createAccountTurns(): AccountTurns {
  /** By user: begins the work of each that waits. Missing where nothing is done. */
  const lines = new Map<number, (() => void)[]>()

  async function begin(line: (() => void)[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    line.push(resolve)
    const timer = setTimeout(() => {
      line.splice(line.indexOf(resolve), 1)
      reject(new DatabaseSilentError())
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
