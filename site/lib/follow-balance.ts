import { reloadUser, userId } from './session-store.ts'

/** Asks for the balance when the person comes back to this tab: another one may have spent of it. @returns how to stop. */
export function followBalance(): () => void {
  const onChange = () => {
    if (!document.hidden && userId() !== null) reloadUser().catch(() => null)
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
