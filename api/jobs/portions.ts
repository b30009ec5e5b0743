/** Rows of one statement: a tenth of the time that it may take, also for what is dear to undo. */
const PORTION_ROWS = 500
/** What a job does in a round at most, and how long it goes on beginning: no backlog may hold up the next round. */
const ROUND_PORTIONS = 40
const ROUND_MS = 5_000

/**
 * Repeats a job that does at most so many rows at a time, each portion committed by itself, until none are left, the
 * round's share of work or time is done or the process stops.
 *
 * @returns The rows done.
 */
export async function inPortions(
  portion: (most: number) => Promise<number>,
  isStopping = () => false
): Promise<number> {
  const end = performance.now() + ROUND_MS
  let all = 0
  for (let turn = 0; turn < ROUND_PORTIONS && !isStopping(); turn += 1) {
    if (performance.now() > end) break
    const done = await portion(PORTION_ROWS)
    all += done
    if (done < PORTION_ROWS) break
  }
  return all
}
