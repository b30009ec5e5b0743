import type { SQL } from 'bun'
import { type Charge, type Charged, chargeSearches } from './store.ts'

/** What one transaction takes at most: beyond it a charge costs hardly less, and all wait for all. */
const TOGETHER_MAX = 32
/** SQLSTATE classes of errors that the values of a charge are to blame for. */
const BAD_VALUE = /^2[123]/

interface Waiting {
  charge: Charge
  resolve(charged: Charged | null): void
  reject(error: unknown): void
}

/** The charges of one process that wait for the transaction under way. */
export interface ChargeQueue {
  /**
   * Pays for a search. One that comes alone goes at once; those that come while a transaction is under way go together
   * in the next one, each in its own right.
   *
   * @returns Null when there is no such user any more.
   */
  charge(charge: Charge): Promise<Charged | null>
}

export function createChargeQueue(sql: SQL): ChargeQueue {
  const waiting: Waiting[] = []
  /** By user: those that wait until somebody else lets go of the user's row. */
  const held = new Map<number, Waiting[]>()
  let isMoving = false

  /** One transaction at a time: two would share the charges between them, and its fixed cost is that of two charges. */
  async function move(): Promise<void> {
    isMoving = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, TOGETHER_MAX)
      for (const one of await decide(sql, batch, false)) hold(one)
      // What has come in meanwhile and only waits for its turn goes along.
      await new Promise(setImmediate)
    }
    isMoving = false
  }

  /** Sets a charge aside, so that nobody else waits for its user's row. */
  function hold(one: Waiting): void {
    const { userId } = one.charge
    const others = held.get(userId)
    if (others) {
      others.push(one)
      return
    }
    held.set(userId, [one])
    void waitFor(userId)
  }

  /** On a connection of its own: Bun's pool lets statements queue up behind one that waits. */
  async function waitFor(userId: number): Promise<void> {
    const ofUser = held.get(userId) ?? []
    try {
      const connection = await sql.reserve()
      try {
        while (ofUser.length > 0) {
          const gone = await decide(connection, ofUser.splice(0, TOGETHER_MAX), true)
          for (const { resolve } of gone) resolve(null)
        }
      } finally {
        connection.release()
      }
    } catch (error) {
      for (const { reject } of ofUser) reject(error)
    }
    held.delete(userId)
  }

  return {
    charge(charge) {
      const { promise, resolve, reject } = Promise.withResolvers<Charged | null>()
      waiting.push({ charge, resolve, reject })
      if (!isMoving) void move()
      return promise
    }
  }
}

/** Never rejects. Returns those that could not be decided about: see `chargeSearches`. */
async function decide(sql: SQL, batch: readonly Waiting[], waits: boolean): Promise<Waiting[]> {
  try {
    const charges = batch.map(({ charge }) => charge)
    const outcomes = await chargeSearches(sql, charges, waits)
    return batch.filter(({ resolve }, at) => {
      const charged = outcomes[at]
      if (charged) resolve(charged)
      return !charged
    })
  } catch (error) {
    if (batch.length > 1 && isBadValue(error)) {
      const undecided: Waiting[] = []
      for (const one of batch) undecided.push(...(await decide(sql, [one], waits)))
      return undecided
    }
    for (const { reject } of batch) reject(error)
    return []
  }
}

/** Nothing of a transaction with such an error was written, and the other charges are not to blame. */
function isBadValue(error: unknown): boolean {
  const { errno } = error as { errno?: unknown }
  return typeof errno === 'string' && BAD_VALUE.test(errno)
}
