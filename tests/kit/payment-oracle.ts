/**
 * What a payment should have given, by the table of `docs/how-it-works/money.md` §2 alone. For the terms of a new
 * installation: 100 requests a dollar, a tenth more from 100 dollars on. Amounts are millionths, times milliseconds.
 */

const CENT = 10_000n
const DOLLAR = 1_000_000n
const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
const GRACE = 60_000
const MILLION = 1_000_000n * DOLLAR

export interface Came {
  micro: bigint
  time: number
}

export interface Agreed {
  /** Of the invoice. */
  amount: bigint
  dueAt: number
  isConfirmed: boolean
}

const plain = (micro: bigint): number => Number(micro / CENT)
/** What an amount buys. */
export const bought = (micro: bigint): number =>
  micro >= 100n * DOLLAR ? Math.floor((plain(micro) * 11) / 10) : plain(micro)

const sum = (came: readonly Came[]): bigint => came.reduce((all, { micro }) => all + micro, 0n)

/** Requests that are due by themselves for what came, when the chain has been looked at up to `lookedAt`. */
export function dueFor(
  { amount, dueAt, isConfirmed }: Agreed,
  came: readonly Came[],
  lookedAt: number
): number {
  const usable = came.filter(({ micro }) => micro <= MILLION)
  const first = sum(usable.filter(({ time }) => time <= dueAt))
  const expires = first >= CENT && first < amount - CENT ? dueAt + HOUR : dueAt
  const counted = usable.filter(({ time }) => time <= expires + WEEK)
  const all = sum(counted)
  const inTime = sum(counted.filter(({ time }) => time <= expires))
  if (isConfirmed || inTime >= amount - CENT) return bought(all > amount + CENT ? all : amount)
  const late = all - inTime
  const withLate = plain(all) + bought(late) - plain(late)
  if (late > 0n && withLate > 0) return withLate
  return lookedAt > expires + GRACE ? plain(inTime) : 0
}

export interface Fate {
  isCancelled: boolean
  isDeleted: boolean
  hasUser: boolean
}

/**
 * What may have been given by itself. While a payment stands that is one number. Since it was deleted, or its account was,
 * nothing more is given: what was due at some moment before, and nothing for an account that went before.
 */
export function allowedCredits(
  agreed: Agreed,
  { isCancelled, isDeleted, hasUser }: Fate,
  came: readonly Came[],
  lookedAt: number
): Set<number> {
  if (isCancelled) return new Set([0])
  if (!isDeleted && hasUser) return new Set([dueFor(agreed, came, lookedAt)])
  const moments = Array.from({ length: came.length + 1 }, (_, count) => came.slice(0, count)).flatMap(
    before => [dueFor(agreed, before, 0), dueFor(agreed, before, lookedAt)]
  )
  // A payment that was deleted without being cancelled had given something.
  return new Set(isDeleted ? moments.filter(requests => requests > 0) : moments)
}
