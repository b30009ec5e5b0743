import type { Payment } from '#shared/contracts/payments.ts'
import { poll } from '#site/lib/poll.ts'
import { reloadUser } from '#site/lib/session-store.ts'
import { pauseAfter } from './pauses.ts'
import { changePayments, fetchPayments, mayChange, payments } from './payment-store.ts'
import { isConfirming } from './payment-view.ts'

/**
 * Makes what asks how the payments go, all of them in one call: each turn answers the pause until the next, in
 * milliseconds, or null when nothing more can come. When requests were credited the header learns the new balance.
 */
export function createFollower(): () => Promise<number | null> {
  /** The list as the last turn left it. */
  let previous: readonly Payment[] | undefined
  /** Requests of all payments that are in the header's balance. */
  let creditsShown = -1
  let unchanged = 0
  let failures = 0

  async function readAnswer(before: readonly Payment[]): Promise<void> {
    // A session that has ended is opened anew over the page: nobody is left before an address that nothing watches.
    const answer = await fetchPayments()
    failures = 0
    // What was made or cancelled meanwhile is newer than this answer.
    if (listNow() !== before) return
    unchanged += 1
    if (newsOf(answer) !== newsOf(before)) {
      unchanged = 0
      changePayments(() => answer)
    }
    // When it fails, the next turn finds the same difference.
    if (creditsOf(answer) !== creditsShown) await reloadUser()
    creditsShown = creditsOf(answer)
  }

  return async () => {
    const list = listNow()
    if (creditsShown < 0) creditsShown = creditsOf(list)
    // A list that was loaded or changed since the last turn is new enough.
    if (list !== previous) unchanged = 0
    else {
      try {
        await readAnswer(list)
      } catch {
        // The pause grows, and the next turn tries again; what is shown stays true as of its time.
        failures += 1
      }
    }
    previous = listNow()
    if (!previous.some(mayChange)) return null
    const isEnded = !previous.some(({ status }) => status === 'pending')
    return pauseAfter({ isEnded, isMoving: previous.some(isConfirming), unchanged, failures })
  }
}

function listNow(): readonly Payment[] {
  const load = payments.$load.get()
  return load.step === 'ready' ? load.data : NONE
}

/** Of a list that is being loaded. */
const NONE: readonly Payment[] = []

const creditsOf = (list: readonly Payment[]): number =>
  list.reduce((sum, { used_requests }) => sum + used_requests, 0)

/** All that a person could see change. */
const newsOf = (list: readonly Payment[]): string =>
  JSON.stringify(list.map(({ server_time, ...payment }) => payment))

const turn = createFollower()

/** Keeps the payments up to date while the page is looked at. @returns how to stop. */
export const followPayments = (): (() => void) => poll(turn)
