import { Deadline } from '#api/lib/deadline.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { type BackgroundLimits, createBackgroundQueue } from './background-queue.ts'
import { type CreditHolds, createCreditHolds } from './credit-holds.ts'

export interface AdmissionLimits {
  total: number
  perAccount: number
  /** Per account; bounds the memory. */
  waitingPerAccount: number
  waitMs: number
}

export interface Account {
  id: number
  slots: number
  /** Rows of lists, which take no slots. */
  background: number
  /** In order of calls. */
  waiting: Set<() => void>
  holds: CreditHolds
}

export interface FairSemaphore {
  /** `take` or `wait` must follow. */
  accountOf(userId: number): Account
  /** False when the account has to wait. */
  take(account: Account): boolean
  /** @throws Refusal `TOO_MANY_SEARCHES`, `OVERLOADED`; or the signal's reason. */
  wait(account: Account, signal: AbortSignal): Promise<void>
  /** The slot counts for its account for `restMs` more. */
  leave(account: Account, restMs?: number): void
  /** Waits for quiet, at most `patienceMs` once a place is free. `leaveBackground` must follow. */
  waitBackground(account: Account, signal: AbortSignal): Promise<void>
  leaveBackground(account: Account): void
  counts(): { running: number; waiting: number }
}

const RETRY_SECONDS = 1

export function createFairSemaphore(
  { total, perAccount, waitingPerAccount, waitMs }: AdmissionLimits,
  backgroundLimits: BackgroundLimits = { total: 1, patienceMs: 0, cautionMs: 0, restTimes: 0 }
): FairSemaphore {
  const accounts = new Map<number, Account>()
  const line = new Set<Account>()
  let slots = 0
  /** When the last slot was given back. */
  let busyAt = Number.NEGATIVE_INFINITY
  const background = createBackgroundQueue(backgroundLimits, () =>
    slots > 0 || line.size > 0 ? 0 : performance.now() - busyAt
  )

  function occupy(account: Account): void {
    slots += 1
    account.slots += 1
  }

  /** Accounts without free slots keep their place. */
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
    if (account.slots + account.background === 0) accounts.delete(account.id)
    background.look()
  }

  /** A separate turn, so that sockets are served meanwhile. */
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
        background: 0,
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
      background.look()
      if (restMs === 0) return giveBack(account)
      setTimeout(() => giveBack(account), restMs).unref()
      admitSoon()
    },

    async waitBackground(account, signal) {
      account.background += 1
      try {
        await background.enter(signal)
      } catch (error) {
        account.background -= 1
        forget(account)
        throw error
      }
    },

    leaveBackground(account) {
      account.background -= 1
      background.leave()
      forget(account)
    },

    counts: () => ({
      running: slots,
      waiting: [...line].reduce((all, { waiting }) => all + waiting.size, 0)
    })
  }
}
