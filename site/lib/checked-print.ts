import { useEffect } from 'react'
import { tell } from '#site/lib/toast-store.ts'

/** Shows what may be shown now. @returns why that cannot be told, or null. */
type Renew = (isWanted: boolean) => Promise<string | null>

/** What was checked longer ago may have been withdrawn meanwhile: it does not go onto paper. */
const CHECKED_MS = 10_000

let checkedAt = 0
let checking: Promise<string | null> | null = null
/** Whether what is to be printed is on the page. */
let isShown = false

const isOld = () => Date.now() - checkedAt > CHECKED_MS

/** Who comes while a check is under way waits for it. */
async function check(renew: Renew, isWanted: boolean): Promise<string | null> {
  const startedAt = Date.now()
  checking ??= renew(isWanted)
  const failure = await checking
  checking = null
  if (failure === null) checkedAt = startedAt
  return failure
}

/** Prints the page as it may be shown now, or says why that cannot be told. What stands in place of it is not printed. */
export async function printChecked(renew: Renew): Promise<void> {
  const failure = await check(renew, true)
  if (failure !== null) tell(failure)
  else if (isShown) print()
}

/**
 * Lets a page onto paper only as it was just checked. A page that comes back to the screen is checked; the keys of
 * the browser's own printing do what `printChecked` does. Its menu waits for nobody: what was not checked just before stays off the paper, which says so, and is checked for the
 * next try.
 */
export function useCheckedPrint(renew: Renew): void {
  useEffect(() => {
    checkedAt = Date.now()
    isShown = true
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyP' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      void printChecked(renew)
    }
    const onReturn = () => {
      if (isOld()) void check(renew, false)
    }
    const onPrint = () => {
      document.documentElement.toggleAttribute('data-stale', isOld())
      onReturn()
    }
    const stop = new AbortController()
    addEventListener('keydown', onKey, stop)
    addEventListener('focus', onReturn, stop)
    addEventListener('beforeprint', onPrint, stop)
    return () => {
      isShown = false
      stop.abort()
    }
  }, [renew])
}
