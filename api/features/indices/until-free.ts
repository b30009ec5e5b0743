import { isLockHeld } from '#api/lib/database-down.ts'
import { Refusal } from '#api/lib/refusal.ts'

/** How long an act waits for what somebody else holds. */
const WAIT_MS = 3_000

/**
 * Does something as soon as nobody holds what it changes, as a load does for moments.
 *
 * @throws Refusal `BATCH_BUSY` when it is held for too long: nothing is wrong with the database then.
 */
export async function untilFree<T>(act: () => Promise<T>, text?: string): Promise<T> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isLockHeld(error)) throw error
      if (performance.now() > until) throw new Refusal('BATCH_BUSY', text === undefined ? {} : { text })
    }
  }
}
