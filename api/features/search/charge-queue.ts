import type { SQL } from 'bun'
import { HELD_TRY_MS } from '#api/lib/time-limits.ts'
import { type Charge, type Charged, chargeHeldSearches, chargeSearches } from './store.ts'

/** What one transaction takes at most: beyond it a charge costs hardly less, and all wait for all. */
const TOGETHER_MAX = 32
/** Users whose row is waited for at a time: each takes a connection of the pool. */
const HELD_AT_ONCE = 3
/** SQLSTATE classes of errors that the values of a charge are to blame for. */
const BAD_VALUE = /^2[123]/
const LOCK_NOT_AVAILABLE = '55P03'

interface Waiting {
  charge: Charge
  until: number
  resolve(charged: Charged | null): void
  reject(error: unknown): void
}

/** The charges of one process that wait for the transaction under way. */
export interface ChargeQueue {
  /** Charges that are neither decided nor being decided. */
  readonly waiting: number
  /**
   * Pays for a search. One that comes alone goes at once; those that come while a transaction is under way go together
   * in the next one, each in its own right.
   *
   * @param until When, by `performance.now()`, a wait for the user's row ends: then it rejects, and nothing is charged.
   * @returns Null when there is no such user any more.
   */
  charge(charge: Charge, until: number): Promise<Charged | null>
}

export function createChargeQueue(sql: SQL): ChargeQueue {
  const waiting: Waiting[] = []
  /** By user: those that wait until somebody else lets go of the user's row. */
  const waitingByUser = new Map<number, Waiting[]>()
  /** Users whose turn to be waited for comes next. */
  const turns: number[] = []
  let isMoving = false
  let waitedFor = 0

  /** One transaction at a time: two would share the charges between them, and its fixed cost is that of two charges. */
  async function move(): Promise<void> {
    isMoving = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, TOGETHER_MAX)
      for (const waiter of await decide(batch, charges => chargeSearches(sql, charges))) hold(waiter)
      // What has come in meanwhile and only waits for its turn goes along.
      await new Promise(setImmediate)
    }
    isMoving = false
  }

  /** Sets a charge aside, so that nobody else waits for its user's row. */
  function hold(waiter: Waiting): void {
    const { userId } = waiter.charge
    const others = waitingByUser.get(userId)
    if (others) {
      others.push(waiter)
      return
    }
    waitingByUser.set(userId, [waiter])
    turns.push(userId)
    if (waitedFor < HELD_AT_ONCE) void waitForHeld()
  }

  /**
   * On a connection of its own: Bun's pool lets statements queue up behind one that waits. Each user's row is tried for
   * a while in turn, so that a row that is never let go keeps the others from nothing.
   */
  async function waitForHeld(): Promise<void> {
    waitedFor += 1
    for (let userId = turns.shift(); userId !== undefined; userId = turns.shift()) {
      const ofUser = waitingByUser.get(userId) ?? []
      const batch = ofUser.splice(0, TOGETHER_MAX)
      ofUser.unshift(...(await decide(batch, charges => chargeHeldSearches(sql, charges, tryMsOf(batch)))))
      // Behind the others: those who come meanwhile must not keep them from their turn.
      if (ofUser.length > 0) turns.push(userId)
      else waitingByUser.delete(userId)
    }
    waitedFor -= 1
  }

  return {
    get waiting() {
      return waiting.length + [...waitingByUser.values()].reduce((all, { length }) => all + length, 0)
    },

    charge(charge, until) {
      const { promise, resolve, reject } = Promise.withResolvers<Charged | null>()
      waiting.push({ charge, until, resolve, reject })
      if (!isMoving) void move()
      return promise
    }
  }
}

/** As long as the first of them may wait; at least one, which is hardly a wait: none would be without end. */
const tryMsOf = (batch: readonly Waiting[]) => {
  const leftMs = Math.min(...batch.map(({ until }) => until)) - performance.now()
  return Math.max(1, Math.min(HELD_TRY_MS, Math.round(leftMs)))
}

/** Never rejects. Returns those without an outcome that may still wait for one. */
async function decide(
  batch: readonly Waiting[],
  charge: (charges: readonly Charge[]) => Promise<(Charged | null | undefined)[]>
): Promise<Waiting[]> {
  try {
    const outcomes = await charge(batch.map(waiter => waiter.charge))
    return batch.filter(({ resolve }, at) => {
      const charged = outcomes[at]
      if (charged !== undefined) resolve(charged)
      return charged === undefined
    })
  } catch (error) {
    if (batch.length > 1 && isBadValue(error)) {
      const undecided: Waiting[] = []
      for (const waiter of batch) undecided.push(...(await decide([waiter], charge)))
      return undecided
    }
    const now = performance.now()
    const mayWait = ({ until }: Waiting) => stateOf(error) === LOCK_NOT_AVAILABLE && until > now + 1
    for (const waiter of batch) if (!mayWait(waiter)) waiter.reject(error)
    return batch.filter(mayWait)
  }
}

/** Nothing of a transaction with such an error was written, and the other charges are not to blame. */
function isBadValue(error: unknown): boolean {
  return BAD_VALUE.test(stateOf(error))
}

function stateOf(error: unknown): string {
  const { errno } = error as { errno?: unknown }
  return typeof errno === 'string' ? errno : ''
}
