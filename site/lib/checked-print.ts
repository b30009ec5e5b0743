import { useEffect } from 'react'
import { moscowTime } from '#shared/moscow-time.ts'
import { dataOfText } from '#shared/texts/print.ts'
import { tell } from '#site/lib/toast-store.ts'

/** Shows what may be shown now. @returns why that cannot be told, or null. */
type Renew = (isWanted: boolean) => Promise<string | null>

/** What was checked longer ago may have been withdrawn meanwhile: it is checked when somebody comes back to it. */
const CHECKED_MS = 10_000

let checkedAt = 0
let checking: Promise<string | null> | null = null
/** Whether what is to be printed is on the page. */
let isShown = false

/** The sheet says the time of the check: `aids.css` prints the property above everything. */
function noteCheck(at: number): void {
  checkedAt = at
  const text = dataOfText(moscowTime(new Date(at)))
  document.documentElement.style.setProperty('--data-of', JSON.stringify(text))
}

/** Who comes while a check is under way waits for it. */
async function check(renew: Renew, isWanted: boolean): Promise<string | null> {
  const startedAt = Date.now()
  checking ??= renew(isWanted)
  const failure = await checking
  checking = null
  if (failure === null) noteCheck(startedAt)
  return failure
}

/** Prints the page as it may be shown now, or says why that cannot be told. What stands in place of it is not printed. */
export async function printChecked(renew: Renew): Promise<void> {
  const failure = await check(renew, true)
  if (failure !== null) tell(failure)
  else if (isShown) print()
}

/**
 * Puts what is on the page onto paper with the time of its last check. The keys of the browser's own printing check first,
 * as `printChecked` does. Its menu waits for nobody: it prints what is shown, and that is checked meanwhile. A page that
 * comes back to the screen is checked too.
 *
 * @param shownSince When it was known last that what is shown may be, in milliseconds of the epoch.
 */
export function useCheckedPrint(renew: Renew, shownSince: number): void {
  useEffect(() => noteCheck(shownSince), [shownSince])
  useEffect(() => {
    isShown = true
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyP' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      void printChecked(renew)
    }
    const onReturn = () => {
      if (Date.now() - checkedAt > CHECKED_MS) void check(renew, false)
    }
    const stop = new AbortController()
    addEventListener('keydown', onKey, stop)
    addEventListener('focus', onReturn, stop)
    addEventListener('beforeprint', onReturn, stop)
    return () => {
      isShown = false
      document.documentElement.style.removeProperty('--data-of')
      stop.abort()
    }
  }, [renew])
}
