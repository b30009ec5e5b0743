import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { ProblemCode } from '#shared/problems.ts'
import { forgetWindows, freeThrottlePlace, takeThrottlePlace } from './store.ts'

/** Something that may happen only so often. */
export interface Limit {
  key: string
  most: number
  windowSeconds: number
}

/**
 * Takes a place of every limit, in the given order, before the thing is tried. When one is full, the places taken
 * before are given back, so that a caller who is refused by one limit does not use up another.
 *
 * @returns Gives all places back, for a try that turned out not to count.
 * @throws Refusal `problem` with the seconds to wait.
 */
export async function takePlaces(
  context: Context,
  problem: ProblemCode,
  limits: readonly Limit[]
): Promise<() => Promise<void>> {
  const taken: string[] = []
  const giveBack = async () => {
    for (const key of taken) await freeThrottlePlace(context.sql, key)
  }
  for (const { key, most, windowSeconds } of limits) {
    const wait = await takeThrottlePlace(context.sql, key, most, windowSeconds)
    if (wait !== null) {
      await giveBack()
      throw new Refusal(problem, { retryAfterSeconds: wait })
    }
    taken.push(key)
  }
  return giveBack
}

/** Forgets windows that have ended, at most so many; says how many. */
export const forgetPlaces = ({ sql }: Pick<Context, 'sql'>, most: number) => forgetWindows(sql, most)
