import { Refusal } from '#api/lib/refusal.ts'
import { ACCOUNT_STALL_MS, ACCOUNT_WAIT_MS, TICK_MS } from '#api/lib/time-limits.ts'

/**
 * One at a time of what may have to wait for a user's row, so that whoever holds one row takes one connection away from
 * all others, and not all of them.
 */
export interface AccountTurns {
  /** @throws Refusal `OVERLOADED` when the work cannot begin in time: the account's own calls are in its way. */
  take<T>(userId: number, work: () => Promise<T>): Promise<T>
}

const RETRY_SECONDS = 1
const TURN_TICKS = ACCOUNT_STALL_MS / TICK_MS
const LINE_TICKS = ACCOUNT_WAIT_MS / TICK_MS

/** The calls of one account. */
interface Line {
  /** Begins the work of each that waits. */
  waiting: (() => void)[]
  /** How many of them were done: what failed may have waited for the row. */
  done: number
}

export function createAccountTurns(): AccountTurns {
  /** By user. Missing where nothing is done. */
  const lines = new Map<number, Line>()

  /**
   * A line that moves is waited for: many logins at once are no fault while each is soon done. Waits are counted in looks
   * and not by a clock: a thread that stood still itself must not blame the line.
   */
  async function begin(line: Line): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let [looks, still, done] = [0, 0, line.done]
    line.waiting.push(resolve)
    const timer = setInterval(() => {
      looks += 1
      still = line.done === done ? still + 1 : 0
      done = line.done
      if (still < TURN_TICKS && looks < LINE_TICKS) return
      clearInterval(timer)
      line.waiting.splice(line.waiting.indexOf(resolve), 1)
      reject(new Refusal('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS }))
    }, TICK_MS)
    try {
      await promise
    } finally {
      clearInterval(timer)
    }
  }

  return {
    async take(userId, work) {
      let line = lines.get(userId)
      if (line) {
        await begin(line)
      } else {
        line = { waiting: [], done: 0 }
        lines.set(userId, line)
      }
      try {
        const result = await work()
        line.done += 1
        return result
      } finally {
        const next = line.waiting.shift()
        if (next) next()
        else lines.delete(userId)
      }
    }
  }
}
