import { Deadline } from '#api/lib/deadline.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { type BelowLimits, createBelow } from './below-line.ts'
import { type CreditHolds, createCreditHolds } from './credit-holds.ts'

export interface AdmissionLimits {
  /** Slots of the process. */
  total: number
  /** Slots that one account may hold, those that rest included. */
  perAccount: number
  /** Of one account, so that a crowd of its own costs memory for no more. */
  waitingPerAccount: number
  waitMs: number
}

/** One that has slots or waits for some. */
export interface Account {
  id: number
  /** That it holds or that rest. */
  slots: number
  /** Its rows of lists that are searched, which take no slot of others. */
  below: number
  /** Admits each that waits, in the order of their calls. */
  waiting: Set<() => void>
  holds: CreditHolds
}

/** Who has a slot, and who waits for one: accounts get them in turn. */
export interface SlotLine {
  /** A new one where there is none: `take` or `wait` must follow. */
  accountOf(userId: number): Account
  /** Takes a slot that is free for the account. False when it has to wait. */
  take(account: Account): boolean
  /** Waits for a slot and takes it. @throws Refusal `TOO_MANY_SEARCHES`, `OVERLOADED`; or the signal's reason. */
  wait(account: Account, signal: AbortSignal): Promise<void>
  /** The slot counts for its account for `restMs` more, and for nobody else. */
  leave(account: Account, restMs?: number): void
  /**
   * Waits until nobody has a slot or waits for one, at most `patienceMs` once a place is free: what is below must not
   * stand still for ever. `leaveBelow` must follow.
   */
  waitBelow(account: Account, signal: AbortSignal): Promise<void>
  leaveBelow(account: Account): void
  /** Slots that are taken, and calls that wait for one. */
  counts(): { running: number; waiting: number }
}

const RETRY_SECONDS = 1

export function createSlotLine(
  { total, perAccount, waitingPerAccount, waitMs }: AdmissionLimits,
  belowLimits: BelowLimits = { total: 1, patienceMs: 0, cautionMs: 0, restTimes: 0 }
): SlotLine {
  /** Those that have a slot or wait for one. */
  const accounts = new Map<number, Account>()
  /** Those that wait, the next first. */
  const line = new Set<Account>()
  let slots = 0
  /** When the last slot was given back. */
  let busyAt = Number.NEGATIVE_INFINITY
  const below = createBelow(belowLimits, () => (slots > 0 || line.size > 0 ? 0 : performance.now() - busyAt))

  function occupy(account: Account): void {
    slots += 1
    account.slots += 1
  }

  /** Accounts whose slots all are held or rest stay where they are in the line. */
  function admitNext(): void {
    for (const account of line) {
      if (slots >= total) return
      if (account.slots >= perAccount) continue
      line.delete(account)
      const [admit] = account.waiting
      if (!admit) continue
      account.waiting.delete(admit)
      if (account.waiting.size > 0) line.add(account)
      admit()
    }
  }

  function forget(account: Account): void {
    if (account.waiting.size > 0) return
    line.delete(account)
    if (account.slots + account.below === 0) accounts.delete(account.id)
    below.look()
  }

  /** In a turn of its own: work that never waits for anything would else keep sockets waiting for the whole line. */
  function admitSoon(): void {
    if (line.size > 0) setImmediate(admitNext)
  }

  function giveBack(account: Account): void {
    account.slots -= 1
    forget(account)
    admitSoon()
  }

  return {
    accountOf(id) {
      const account = accounts.get(id) ?? {
        id,
        slots: 0,
        below: 0,
        waiting: new Set(),
        holds: createCreditHolds()
      }
      accounts.set(id, account)
      return account
    },

    take(account) {
      if (line.size > 0 || slots >= total || account.slots >= perAccount) return false
      occupy(account)
      return true
    },

    async wait(account, signal) {
      if (account.waiting.size >= waitingPerAccount)
        throw new Refusal('TOO_MANY_SEARCHES', { retryAfterSeconds: RETRY_SECONDS })
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const deadline = new Deadline(signal, waitMs)
      const admit = () => {
        occupy(account)
        resolve()
      }
      deadline.onExpiry = () => {
        if (!account.waiting.delete(admit)) return
        const code = account.slots + account.waiting.size > 0 ? 'TOO_MANY_SEARCHES' : 'OVERLOADED'
        forget(account)
        reject(signal.aborted ? deadline.reason : new Refusal(code, { retryAfterSeconds: RETRY_SECONDS }))
      }
      account.waiting.add(admit)
      line.add(account)
      admitNext()
      try {
        await promise
      } finally {
        deadline.clear()
      }
    },

    leave(account, restMs = 0) {
      slots -= 1
      busyAt = performance.now()
      below.look()
      if (restMs === 0) return giveBack(account)
      setTimeout(() => giveBack(account), restMs).unref()
      admitSoon()
    },

    async waitBelow(account, signal) {
      account.below += 1
      try {
        await below.enter(signal)
      } catch (error) {
        account.below -= 1
        forget(account)
        throw error
      }
    },

    leaveBelow(account) {
      account.below -= 1
      below.leave()
      forget(account)
    },

    counts: () => ({
      running: slots,
      waiting: [...line].reduce((all, { waiting }) => all + waiting.size, 0)
    })
  }
}
