import type { SQL } from 'bun'
import { HELD_TRY_MS } from '#api/lib/time-limits.ts'
import { type Charge, type Charged, chargeHeldSearches, chargeSearches } from './store.ts'

/** Larger transactions hardly cost less a charge, and all wait for all. */
const TOGETHER_MAX = 32
/** Each takes a connection. */
const HELD_AT_ONCE = 3
const BAD_VALUE = /^2[123]/
const LOCK_NOT_AVAILABLE = '55P03'

interface Waiting {
  charge: Charge
  until: number
  resolve(charged: Charged | null): void
  reject(error: unknown): void
}

export interface ChargeQueue {
  readonly waiting: number
  /**
   * Charges at once, or together with others in the next transaction.
   * @param until End of the wait for the user's row, by `performance.now()`: then rejects without charging.
   * @returns Null when the user is gone.
   */
  charge(charge: Charge, until: number): Promise<Charged | null>
}

export function createChargeQueue(sql: SQL): ChargeQueue {
  const waiting: Waiting[] = []
  const waitingByUser = new Map<number, Waiting[]>()
  const turns: number[] = []
  let isMoving = false
  let waitedFor = 0

  /** One transaction at a time: its fixed cost is that of two charges. */
  async function move(): Promise<void> {
    isMoving = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, TOGETHER_MAX)
      for (const waiter of await decide(batch, charges => chargeSearches(sql, charges))) hold(waiter)
      // Includes what arrived meanwhile.
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

  /** On its own connection, because Bun's pool queues statements behind a waiting one. Users take turns. */
  async function waitForHeld(): Promise<void> {
    waitedFor += 1
    for (let userId = turns.shift(); userId !== undefined; userId = turns.shift()) {
      const ofUser = waitingByUser.get(userId) ?? []
      const batch = ofUser.splice(0, TOGETHER_MAX)
      ofUser.unshift(...(await decide(batch, charges => chargeHeldSearches(sql, charges, tryMsOf(batch)))))
      // At the end, so that newcomers do not overtake.
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

/** At least 1, because 0 would wait forever. */
const tryMsOf = (batch: readonly Waiting[]) => {
  const leftMs = Math.min(...batch.map(({ until }) => until)) - performance.now()
  return Math.max(1, Math.min(HELD_TRY_MS, Math.round(leftMs)))
}

/** Never rejects. Returns charges that may still wait. */
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

/** The transaction wrote nothing, and other charges are not to blame. */
function isBadValue(error: unknown): boolean {
  return BAD_VALUE.test(stateOf(error))
}

function stateOf(error: unknown): string {
  const { errno } = error as { errno?: unknown }
  return typeof errno === 'string' ? errno : ''
}
