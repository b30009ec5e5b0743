import { $loginAgain } from '#site/lib/login-again.ts'
import { $session } from '#site/lib/session-store.ts'
import { LoginAgain } from './LoginAgain.tsx'

let waiting: Promise<boolean> | undefined

/** Shows the login over the page, one for all calls that wait. @returns whether the same person is signed in again. */
export function promptLogin(): Promise<boolean> {
  waiting ??= prompt().finally(() => {
    waiting = undefined
  })
  return waiting
}

async function prompt(): Promise<boolean> {
  const session = $session.get()
  if (session.step !== 'in') return false
  const { username } = session.user
  const { promise, resolve } = Promise.withResolvers<boolean>()
  // Whoever is signed out, here or in another tab, is led to the login itself.
  const stop = $session.listen(({ step }) => step !== 'in' && resolve(false))
  $loginAgain.set(() => LoginAgain({ username, onAnswer: resolve }))
  const isSignedIn = await promise
  stop()
  $loginAgain.set(null)
  return isSignedIn
}
