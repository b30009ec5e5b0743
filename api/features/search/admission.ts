import { Deadline } from '#api/engines/deadline.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SEARCH_WAIT_MS, SEARCHES_PER_ACCOUNT, SEARCHES_WAITING_PER_ACCOUNT } from '#shared/constants.ts'

export interface AdmissionLimits {
  /** Slots of the process. */
  total: number
  /** Slots that one account may hold. */
  perAccount: number
  /** Of one account, so that a crowd of its own costs memory for no more. */
  waitingPerAccount: number
  waitMs: number
}

/** While half of them wait for Postgres, the others can be parsed and ranked: twice its connections. */
const SEARCHES = 32
/** Reading a line keeps the web thread: of one account only once in each of its turns. */
const PARSES = 4

const LARGE_ANSWERS = 4

/** Who may work in this process now. */
export interface Admission {
  /**
   * Waits for a slot: accounts get them in turn, each in the order of its calls.
   *
   * @throws Refusal `TOO_MANY_SEARCHES` when the account itself is in the way, else `OVERLOADED`; or the signal's reason.
   */
  enter(userId: number, signal: AbortSignal): Promise<Slot>
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
  leave(): void
}

export interface Admissions {
  search: Admission
  /** Large answers, until they are sent: each takes megabytes. */
  large: Admission
  parse: Admission
}

export function createAdmissions(): Admissions {
  const waiting = { waitingPerAccount: SEARCHES_WAITING_PER_ACCOUNT, waitMs: SEARCH_WAIT_MS }
  return {
    search: createAdmission({ ...waiting, total: SEARCHES, perAccount: SEARCHES_PER_ACCOUNT }),
    large: createAdmission({ ...waiting, total: LARGE_ANSWERS, perAccount: 1 }),
    parse: createAdmission({ ...waiting, total: PARSES, perAccount: 1 })
  }
}

const RETRY_SECONDS = 1

interface Account {
  id: number
  slots: number
  waiting: Set<() => void>
  rivals: number
  /** Resolves when the next rival leaves. */
  change: PromiseWithResolvers<void>
}

export function createAdmission(limits: AdmissionLimits): Admission {
  const { total, perAccount, waitingPerAccount, waitMs } = limits
  /** Those that have a slot or wait for one. */
  const accounts = new Map<number, Account>()
  /** Those that wait, the next first. */
  const line = new Set<Account>()
  let slots = 0

  function accountOf(id: number): Account {
    const account = accounts.get(id) ?? {
      id,
      slots: 0,
      waiting: new Set(),
      rivals: 0,
      change: Promise.withResolvers()
    }
    accounts.set(id, account)
    return account
  }

  /** Accounts that hold all their slots stay where they are in the line, and there are only a few of them. */
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
    if (account.slots === 0) accounts.delete(account.id)
  }

  async function wait(account: Account, signal: AbortSignal): Promise<void> {
    if (account.waiting.size >= waitingPerAccount)
      throw new Refusal('TOO_MANY_SEARCHES', { retryAfterSeconds: RETRY_SECONDS })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const deadline = new Deadline(signal, waitMs)
    const admit = () => {
      take(account)
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
  }

  function take(account: Account): void {
    slots += 1
    account.slots += 1
  }

  function leave(account: Account, isRival: boolean): void {
    slots -= 1
    account.slots -= 1
    if (isRival) {
      account.rivals -= 1
      account.change.resolve()
      account.change = Promise.withResolvers()
    }
    forget(account)
    // In a turn of its own: work that never waits for anything would else keep sockets waiting for the whole line.
    if (line.size > 0) setImmediate(admitNext)
  }

  return {
    async enter(userId, signal) {
      signal.throwIfAborted()
      const account = accountOf(userId)
      const isFirst = account.slots === 0 && account.waiting.size === 0
      if (line.size === 0 && slots < total && account.slots < perAccount) take(account)
      else await wait(account, signal)
      let isRival = false
      return {
        isFirst,
        rivals: () => account.rivals,

        holdCredit(balance, rivals) {
          if (balance <= Math.max(rivals, account.rivals)) return false
          account.rivals += 1
          isRival = true
          return true
        },

        async rivalLeft(rivals) {
          if (account.rivals === 0 && rivals === 0) return false
          if (account.rivals >= rivals) await account.change.promise
          signal.throwIfAborted()
          return true
        },

        leave: () => leave(account, isRival)
      }
    }
  }
}
