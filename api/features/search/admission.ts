import { withinTime } from '#api/lib/deadline.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { QUESTION_MS } from '#api/lib/time-limits.ts'
import {
  LIST_ROWS_AT_ONCE,
  SEARCH_WAIT_MS,
  SEARCHES_PER_ACCOUNT,
  SEARCHES_WAITING_PER_ACCOUNT
} from '#shared/constants.ts'
import { type Account, type AdmissionLimits, createSlotLine, type SlotLine } from './slot-line.ts'

export type { AdmissionLimits } from './slot-line.ts'

/** While half of them wait for Postgres, the others can be parsed and ranked: twice its connections. */
const SEARCHES = 32

const LARGE_ANSWERS = 4
const LISTS_READ = 2
const LISTS_WAIT_MS = 10_000

/**
 * Beside searches that never end a list gets on by four rows a second; beside some by one at a time, a tenth of the time. When
 * all is quiet one for each search thread: more would not be sooner, and would stand before a search that comes.
 */
const BELOW = { total: 1, patienceMs: 250, cautionMs: 1_000, restTimes: 9 }

/** Who may work in this process now. */
export interface Admission {
  /**
   * Waits for a slot: accounts get them in turn, each in the order of its calls.
   *
   * @throws Refusal `TOO_MANY_SEARCHES` when the account itself is in the way, else `OVERLOADED`; or the signal's reason.
   */
  enter(userId: number, signal: AbortSignal): Promise<Slot>
  /** Waits until nobody else is searching or waits, or for a moment at most: for the rows of lists. */
  enterBelow(userId: number, signal: AbortSignal): Promise<Slot>
  counts: SlotLine['counts']
}

export interface Slot {
  /** Nobody else of the account had a slot or waited when it came: hardly anything was spent since. */
  readonly isFirst: boolean
  /** Searches of the account under way, each of which may take a credit. */
  rivals(): number
  /**
   * Keeps a credit for this search.
   *
   * @param balance Read after `rivals` were counted: a rival that has been charged since may be in it or not.
   * @returns False when rivals may take them all.
   */
  holdCredit(balance: number, rivals: number): boolean
  /** Waits until a rival has left. False when there was none. */
  rivalLeft(rivals: number): Promise<boolean>
  /** The account has one slot fewer for `restMs` more; for everybody else it is free at once. */
  leave(restMs?: number): void
}

export interface Admissions {
  /** Searches, and lines that are read for the page. */
  search: Admission
  /** Large answers, until they are sent: each takes megabytes. */
  large: Admission
  /** Lists that are read: each takes megabytes, and a process that reads its file. */
  lists: Admission
}

export function createAdmissions(searchThreads = 0): Admissions {
  const waiting = { waitingPerAccount: SEARCHES_WAITING_PER_ACCOUNT, waitMs: SEARCH_WAIT_MS }
  return {
    search: createAdmission(
      { ...waiting, total: SEARCHES, perAccount: SEARCHES_PER_ACCOUNT },
      { ...BELOW, total: Math.min(LIST_ROWS_AT_ONCE, Math.max(1, searchThreads)) }
    ),
    large: createAdmission({ ...waiting, total: LARGE_ANSWERS, perAccount: 1 }),
    lists: createAdmission({ total: LISTS_READ, perAccount: 1, waitingPerAccount: 2, waitMs: LISTS_WAIT_MS })
  }
}

export function createAdmission(limits: AdmissionLimits, below = BELOW): Admission {
  const line = createSlotLine(limits, below)
  return {
    counts: line.counts,

    async enterBelow(userId, signal) {
      signal.throwIfAborted()
      const account = line.accountOf(userId)
      await line.waitBelow(account, signal)
      return slotOf(account, false, signal, () => line.leaveBelow(account))
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
  let isRival = false
  return {
    isFirst,
    rivals: () => holds.count(),
    holdCredit(balance, rivals) {
      if (!holds.hold(balance, rivals)) return false
      isRival = true
      return true
    },
    rivalLeft: rivals => holds.rivalLeft(rivals, signal),
    leave(restMs) {
      if (isRival) holds.release()
      leave(restMs)
    }
  }
}

/** @throws Refusal `SEARCH_DOWN` when the work takes longer than a search may. */
export async function inSearchTime<T>(
  signal: AbortSignal,
  startedAt: number,
  work: (stop: AbortSignal) => Promise<T>
): Promise<T> {
  try {
    return await withinTime(signal, startedAt + QUESTION_MS - performance.now(), work)
  } catch (error) {
    signal.throwIfAborted()
    if (isTimeout(error)) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
    throw error
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'
