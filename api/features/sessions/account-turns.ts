import { Refusal } from '#api/lib/refusal.ts'
import { LINE_MS, TURN_MS } from '#api/lib/time-limits.ts'

/**
 * One at a time of what may have to wait for a user's row, so that whoever holds one row takes one connection away from
 * all others, and not all of them.
 */
export interface AccountTurns {
  /** @throws Refusal `OVERLOADED` when the work cannot begin in time: the account's own calls are in its way. */
  take<T>(userId: number, work: () => Promise<T>): Promise<T>
}

const RETRY_SECONDS = 1

/** The calls of one account. */
interface Line {
  /** Begins the work of each that waits. */
  waiting: (() => void)[]
  /** When one of them was done last: what failed may have waited for the row. */
  movedAt: number
}

export function createAccountTurns(): AccountTurns {
  /** By user. Missing where nothing is done. */
  const lines = new Map<number, Line>()

  /** A line that moves is waited for: many logins at once are no fault while each is soon done. */
  async function begin(line: Line): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const came = performance.now()
    line.waiting.push(resolve)
    const check = () => {
      const now = performance.now()
      const ends = Math.min(Math.max(came, line.movedAt) + TURN_MS, came + LINE_MS)
      if (now < ends) {
        timer = setTimeout(check, Math.ceil(ends - now))
        return
      }
      line.waiting.splice(line.waiting.indexOf(resolve), 1)
      reject(new Refusal('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS }))
    }
    let timer = setTimeout(check, TURN_MS)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async take(userId, work) {
      let line = lines.get(userId)
      if (line) {
        await begin(line)
      } else {
        line = { waiting: [], movedAt: 0 }
        lines.set(userId, line)
      }
      try {
        const result = await work()
        line.movedAt = performance.now()
        return result
      } finally {
        const next = line.waiting.shift()
        if (next) next()
        else lines.delete(userId)
      }
    }
  }
}
