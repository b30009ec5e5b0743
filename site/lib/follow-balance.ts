import { $session, reloadUser, userId } from './session-store.ts'

/** While a list runs, which spends of the balance and whose end is told, it is asked for this often. */
const RUNNING_MS = 30_000

/** Asks for the balance when the person comes back to this tab: another one may have spent of it. @returns how to stop. */
export function followBalance(): () => void {
  const reload = () => {
    if (!document.hidden && userId() !== null) reloadUser().catch(() => null)
  }
  const timer = setInterval(() => {
    const session = $session.get()
    if (session.step === 'in' && session.user.lists?.running) reload()
  }, RUNNING_MS)
  document.addEventListener('visibilitychange', reload)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', reload)
  }
}
