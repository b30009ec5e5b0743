import { atom } from 'nanostores'
import type { SignedInAnswer, User } from '#shared/contracts/auth.ts'
import type { RefusalBody } from '#shared/contracts/refusal.ts'
import { AskError, ask } from './ask.ts'
import { dropOthersSearches } from './search-storage.ts'
import { serverWord } from './server-word.ts'

/** Who looks at the page. It starts unknown and is asked once a page. */
export type Session = { step: 'loading' } | { step: 'in'; user: User } | { step: 'out' }

export const $session = atom<Session>({ step: 'loading' })

// Whoever the page finds must not meet the searches of an earlier user of the tab.
$session.listen(session => {
  if (session.step !== 'loading') dropOthersSearches(session.step === 'in' ? session.user.id : null)
})

const NOT_AUTHENTICATED = 'Not authenticated'
/** Set where a logout did not reach the server: this tab stays signed out all the same. */
const SIGNED_OUT_KEY = 'signed-out'

let checking: Promise<void> | undefined

/** Asks who is signed in; later calls on the same page wait for the first. Never rejects. */
export function checkSession(): Promise<void> {
  checking ??= askSession()
  return checking
}

async function askSession(): Promise<void> {
  if (sessionStorage.getItem(SIGNED_OUT_KEY)) await endSession()
  else $session.set(await currentSession())
}

async function currentSession(): Promise<Session> {
  // Nobody is asked for a session that the browser did not bring: the console would show a visitor the refusal.
  if (serverWord('session') === 'none') return { step: 'out' }
  try {
    const answer = await ask<SignedInAnswer | RefusalBody>('/api/auth/me')
    return answer.success && answer.user ? { step: 'in', user: answer.user } : { step: 'out' }
  } catch (error) {
    const expected =
      error instanceof AskError && (error.status === 401 || error.message === NOT_AUTHENTICATED)
    if (!expected) console.error(error)
    return { step: 'out' }
  }
}

/** Stores who has just signed in. */
export function enterSession(user: User): void {
  sessionStorage.removeItem(SIGNED_OUT_KEY)
  $session.set({ step: 'in', user })
}

/** The server no longer knows the session: the guard leads to the login. */
export function expireSession(): void {
  $session.set({ step: 'out' })
}

/** Signs out here even where the server cannot be told; stored results go with it. Never rejects. */
export async function logout(): Promise<void> {
  sessionStorage.clear()
  await endSession()
}

async function endSession(): Promise<void> {
  try {
    await ask('/api/auth/logout', { method: 'POST', refresh: false })
    sessionStorage.removeItem(SIGNED_OUT_KEY)
  } catch (error) {
    console.error(error)
    sessionStorage.setItem(SIGNED_OUT_KEY, '1')
  }
  $session.set({ step: 'out' })
  announceSignOut()
}

const CHANNEL = 'signed-out'
/** The page's end of the channel: a page does not hear its own messages. */
let channel: BroadcastChannel | undefined

/** Signs this page out, and clears what its tab stores, when another tab logs out. @returns how to stop. */
export function followSignOut(): () => void {
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = () => {
    sessionStorage.clear()
    $session.set({ step: 'out' })
  }
  return () => {
    channel?.close()
    channel = undefined
  }
}

function announceSignOut(): void {
  const sender = channel ?? new BroadcastChannel(CHANNEL)
  sender.postMessage(null)
  if (sender !== channel) sender.close()
}

/** Loads the page anew when the browser brings it back from memory: it may show somebody who has left since. */
export function reloadWhenRestored(): () => void {
  const onShow = (event: PageTransitionEvent) => event.persisted && location.reload()
  addEventListener('pageshow', onShow)
  return () => removeEventListener('pageshow', onShow)
}

/** Changes what is known of the signed-in user, after an answer that told it. */
export function updateUser(change: Partial<User>): void {
  const session = $session.get()
  if (session.step === 'in') $session.set({ step: 'in', user: { ...session.user, ...change } })
}
