import { isLockHeld } from '#api/lib/database-down.ts'
import { Refusal } from '#api/lib/refusal.ts'

const WAIT_MS = 3_000

/** Retries while a load holds the source for a moment. @throws Refusal `BATCH_BUSY`, with a healthy database. */
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
