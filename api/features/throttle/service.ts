import type { SQL } from 'bun'
import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { type ProblemCode, textWithWait } from '#shared/problems.ts'
import { forgetWindows, hasWindow, type Limit, takeThrottlePlace, takeThrottlePlaces } from './store.ts'

/**
 * Takes a place of every limit before the thing is tried. When one is full none is taken, so that a caller who is
 * refused by one limit does not use up another.
 *
 * @returns Gives all places back, for a try that turned out not to count. It never fails: what the database does not
 * take back now, it takes back when it answers again.
 * @throws Refusal `problem` with the seconds to wait.
 */
export async function takeRateLimitPlaces(
  { sql, owedRateLimitPlaces }: Pick<Context, 'sql' | 'owedRateLimitPlaces'>,
  problem: ProblemCode,
  limits: readonly Limit[]
): Promise<() => Promise<void>> {
  await owedRateLimitPlaces.giveBack()
  const giveBack = () => owedRateLimitPlaces.giveBack(limits.map(({ key }) => key))
  const { wait, isKnown } = await takeThrottlePlaces(sql, limits)
  if (wait !== null)
    throw new Refusal(problem, { retryAfterSeconds: wait, text: textWithWait(problem, wait) })
  if (!isKnown) {
    // When they were not taken, this frees those of as many other tries: that many guesses more at an outage.
    void giveBack()
    throw new Refusal('DATABASE_DOWN')
  }
  return giveBack
}

/**
 * Takes a place in the caller's transaction, which takes it back where it fails.
 *
 * @throws Refusal `problem` with the seconds to wait.
 */
export async function takePlaceIn(
  tx: SQL,
  problem: ProblemCode,
  { key, most, windowSeconds }: Limit
): Promise<void> {
  const wait = await takeThrottlePlace(tx, key, most, windowSeconds)
  if (wait !== null)
    throw new Refusal(problem, { retryAfterSeconds: wait, text: textWithWait(problem, wait) })
}

/** Uses a text up; false when it was used within those seconds. Of callers at once, in any process, one gets it. */
export const takeOnce = async (
  { sql }: Pick<Context, 'sql'>,
  key: string,
  windowSeconds: number
): Promise<boolean> => (await takeThrottlePlace(sql, `once:${key}`, 1, windowSeconds)) === null

/** Whether `takeOnce` was asked for it. */
export const wasTaken = ({ sql }: Pick<Context, 'sql'>, key: string): Promise<boolean> =>
  hasWindow(sql, `once:${key}`)

/** Forgets windows that have ended, at most so many; says how many. */
export const forgetPlaces = ({ sql }: Pick<Context, 'sql'>, most: number) => forgetWindows(sql, most)
