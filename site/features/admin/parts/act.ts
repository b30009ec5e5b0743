import { errorText } from '#site/lib/ask.ts'
import { tell } from '#site/lib/toast-store.ts'
import { type Confirmation, confirm } from '#site/ui/dialog/confirm-store.ts'

interface Act {
  /** Asked before; the act is not done without a yes. */
  question: Confirmation
  /** Null where it was given up. */
  call: () => Promise<unknown>
  /** Said afterwards. */
  done?: string
  /** Reads again what the act has changed. */
  reload: () => Promise<unknown>
  /** Said where the refusal has no words. */
  fallback?: string
}

/** Does something after a confirmation and says how it went. Never rejects. @returns whether it was done. */
export async function act({ question, call, done, reload, fallback }: Act): Promise<boolean> {
  let isDone = false
  try {
    if (!(await confirm(question))) return false
    isDone = (await call()) !== null
    if (isDone && done !== undefined) tell(done)
  } catch (error) {
    tell(errorText(error, fallback))
  }
  // A refusal too says that what is shown is old: somebody else was quicker.
  await reload()
  return isDone
}
