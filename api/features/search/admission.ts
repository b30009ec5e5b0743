import { withinTime } from '#api/lib/deadline.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SEARCH_CALL_MS } from '#api/lib/time-limits.ts'
import {
  LIST_ROWS_AT_ONCE,
  SEARCH_WAIT_MS,
  SEARCHES_PER_ACCOUNT,
  SEARCHES_WAITING_PER_ACCOUNT
} from '#shared/constants.ts'
import {
  type Account,
  type AdmissionLimits,
  createFairSemaphore,
  type FairSemaphore
} from './fair-semaphore.ts'

export type { AdmissionLimits } from './fair-semaphore.ts'

/** Twice the connections: while half of them wait for Postgres, the others are parsed and ranked. */
const SEARCHES = 32

const LARGE_ANSWERS = 4
const LOOKS = 8
const LISTS_READ = 2
/** Of 11 MB each, sent as slowly as their senders like: nobody else waits for those. */
const LISTS_SENT = 12
const LISTS_WAIT_MS = 10_000

/**
 * Beside constant searches a list advances four rows a second; beside some, one at a time for a tenth of the time;
 * alone, one per search thread, because more would delay the next search.
 */
const BACKGROUND = { total: 1, patienceMs: 250, cautionMs: 1_000, restTimes: 9 }

interface Admission {
  /**
   * Waits for a slot; accounts take turns.
   * @throws Refusal `TOO_MANY_SEARCHES` when the account itself is in the way, else `OVERLOADED`; or the signal's
   * reason.
   */
  enter(userId: number, signal: AbortSignal): Promise<Slot>
  /** For rows of lists: waits for quiet, but never forever. */
  enterBackground(userId: number, signal: AbortSignal): Promise<Slot>
  counts: FairSemaphore['counts']
}

export interface Slot {
  /** The account had no other search, so its balance is hardly outdated. */
  readonly isFirst: boolean
  /** Credits that searches of the account under way may take. */
  inFlight(): number
  /**
   * Reserves the price of a search.
   * @param balance Read after counting `inFlight`, so it may include one charged since.
   * @returns False when the others may take all credits.
   */
  holdCredit(price: number, balance: number, inFlight: number): boolean
  /** Waits until another search of the account ends; false without one. */
  otherEnded(inFlight: number): Promise<boolean>
  /** The slot counts for its account for `restMs` more, and is free for others. */
  leave(restMs?: number): void
}

export interface Admissions {
  /** Also lines read for the page. */
  search: Admission
  /** Found people are read again: no search, so rows of lists do not wait for it. */
  looks: Admission
  /** Until they are sent: each takes megabytes. */
  large: Admission
  /** Each takes megabytes and a process. */
  lists: Admission
  /** Until they are read: each takes megabytes. */
  listBodies: Admission
}

export function createAdmissions(searchThreads = 0): Admissions {
  const waiting = { waitingPerAccount: SEARCHES_WAITING_PER_ACCOUNT, waitMs: SEARCH_WAIT_MS }
  const ofLists = { perAccount: 1, waitingPerAccount: 2, waitMs: LISTS_WAIT_MS }
  return {
    search: createAdmission(
      { ...waiting, total: SEARCHES, perAccount: SEARCHES_PER_ACCOUNT },
      { ...BACKGROUND, total: Math.min(LIST_ROWS_AT_ONCE, Math.max(1, searchThreads)) }
    ),
    looks: createAdmission({ ...waiting, total: LOOKS, perAccount: SEARCHES_PER_ACCOUNT }),
    large: createAdmission({ ...waiting, total: LARGE_ANSWERS, perAccount: 1 }),
    lists: createAdmission({ ...ofLists, total: LISTS_READ }),
    listBodies: createAdmission({ ...ofLists, total: LISTS_SENT })
  }
}

export function createAdmission(limits: AdmissionLimits, background = BACKGROUND): Admission {
  const line = createFairSemaphore(limits, background)
  return {
    counts: line.counts,

    async enterBackground(userId, signal) {
      signal.throwIfAborted()
      const account = line.accountOf(userId)
      await line.waitBackground(account, signal)
      return slotOf(account, false, signal, () => line.leaveBackground(account))
    },

    async enter(userId, signal) {
      signal.throwIfAborted()
      const account = line.accountOf(userId)
      const isFirst = account.slots === 0 && account.waiting.size === 0
      if (!line.take(account)) await line.wait(account, signal)
      return slotOf(account, isFirst, signal, restMs => line.leave(account, restMs))
    }
  }
}

function slotOf(
  { holds }: Account,
  isFirst: boolean,
  signal: AbortSignal,
  leave: (restMs?: number) => void
): Slot {
  let held = 0
  return {
    isFirst,
    inFlight: () => holds.count(),
    holdCredit(price, balance, inFlight) {
      if (!holds.hold(price, balance, inFlight)) return false
      held = price
      return true
    },
    otherEnded: inFlight => holds.otherEnded(inFlight, signal),
    leave(restMs) {
      if (held > 0) holds.release(held)
      leave(restMs)
    }
  }
}

/** @throws Refusal `SEARCH_DOWN` when the work takes too long. */
export async function inSearchTime<T>(
  signal: AbortSignal,
  startedAt: number,
  work: (stop: AbortSignal) => Promise<T>
): Promise<T> {
  try {
    return await withinTime(signal, startedAt + SEARCH_CALL_MS - performance.now(), work)
  } catch (error) {
    signal.throwIfAborted()
    if (isTimeout(error)) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
    throw error
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'
