import { $session, checkSession } from './session-store.ts'

/**
 * Tells the style sheets of a static page who looks at it: `<html data-session="in">` or `"out"`. Its first script has
 * set `loading` before anything was painted. From the root a signed-in person goes on to /dashboard instead.
 */
export async function markSession(): Promise<void> {
  await checkSession()
  const { step } = $session.get()
  if (step === 'in' && location.pathname === '/') location.replace('/dashboard')
  else document.documentElement.dataset.session = step
}
