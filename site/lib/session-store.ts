import { atom } from 'nanostores'
import type { SignedInAnswer, User } from '#shared/contracts/auth.ts'
import type { RefusalBody } from '#shared/contracts/refusal.ts'
import { AskError, ask, hasShape, type Shape } from './ask.ts'
import { dropOthersSearches, setOwner } from './search-session-store.ts'
import { serverTimingValue } from './server-timing.ts'

/** Who looks at the page. It starts unknown and is asked once a page. */
export type Session = { step: 'loading' } | { step: 'in'; user: User } | { step: 'out' }

export const $session = atom<Session>({ step: 'loading' })

/** Whose page this is; null of nobody who is signed in. */
export function userId(): number | null {
  const session = $session.get()
  return session.step === 'in' ? session.user.id : null
}

// Whoever the page finds must not meet the searches of an earlier user of the tab.
$session.listen(({ step }) => {
  setOwner(userId())
  if (step !== 'loading') dropOthersSearches()
})

/** What every page relies on in who is signed in. */
export const USER_SHAPE = { id: 0, username: '', role: '', requests_count: 0 } as const satisfies Shape<User>

const NOT_AUTHENTICATED = 'Not authenticated'
/** Pauses before it is asked again who is signed in: a server that restarts throws nobody out. */
const CHECK_AGAIN_MS = [500, 1_500]
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
  if (serverTimingValue('session') === 'none') return { step: 'out' }
  let tries = 0
  while (true) {
    try {
      const answer = await ask<SignedInAnswer | RefusalBody>('/api/auth/me', { login: false, bare: true })
      return answer.success && hasShape(answer.user, USER_SHAPE)
        ? { step: 'in', user: answer.user }
        : { step: 'out' }
    } catch (error) {
      const expected =
        error instanceof AskError && (error.status === 401 || error.message === NOT_AUTHENTICATED)
      if (expected) return { step: 'out' }
      const pauseMs = CHECK_AGAIN_MS[tries]
      if (pauseMs === undefined) {
        console.error(error)
        return { step: 'out' }
      }
      tries += 1
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
}

/** Stores who has just signed in. */
export function enterSession(user: User): void {
  sessionStorage.removeItem(SIGNED_OUT_KEY)
  $session.set({ step: 'in', user })
}

/** Leaves a session that the server no longer knows: the guard leads to the login. */
export function expireSession(): void {
  $session.set({ step: 'out' })
}

/**
 * Signs out here even where the server cannot be told; stored results go with it. Every tab is emptied at once, and goes
 * to the login when the server has answered: before that it would find the session alive. Never rejects.
 */
export async function logout(): Promise<void> {
  sessionStorage.clear()
  $session.set({ step: 'loading' })
  announce('leaving')
  await endSession()
}

async function endSession(): Promise<void> {
  let isTold = true
  try {
    await ask('/api/auth/logout', { method: 'POST', refresh: false, keepalive: true })
    sessionStorage.removeItem(SIGNED_OUT_KEY)
  } catch (error) {
    console.error(error)
    sessionStorage.setItem(SIGNED_OUT_KEY, '1')
    isTold = false
  }
  announce(isTold ? 'left' : 'left-untold')
  $session.set({ step: 'out' })
}

/** What tabs tell each other of a logout: it begins, it is done, the server could not be told. */
type SignOut = 'leaving' | 'left' | 'left-untold'

const CHANNEL = 'signed-out'
/** A tab that logs out and is closed meanwhile leaves the others to look for themselves. */
const LEAVING_MS = 10_000
/** The page's end of the channel: a page does not hear its own messages. */
let channel: BroadcastChannel | undefined

/** Empties this page and what its tab stores when another tab logs out, then signs it out. @returns how to stop. */
export function followSignOut(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<SignOut>) => {
    clearTimeout(timer)
    sessionStorage.clear()
    if (data === 'left-untold') sessionStorage.setItem(SIGNED_OUT_KEY, '1')
    if (data === 'leaving') timer = setTimeout(() => location.reload(), LEAVING_MS)
    $session.set({ step: data === 'leaving' ? 'loading' : 'out' })
  }
  return () => {
    clearTimeout(timer)
    channel?.close()
    channel = undefined
  }
}

function announce(word: SignOut): void {
  const sender = channel ?? new BroadcastChannel(CHANNEL)
  sender.postMessage(word)
  if (sender !== channel) sender.close()
}

/** Loads the page anew when the browser brings it back from memory: it may show somebody who has left since. */
export function reloadWhenRestored(): () => void {
  const onShow = (event: PageTransitionEvent) => event.persisted && location.reload()
  addEventListener('pageshow', onShow)
  return () => removeEventListener('pageshow', onShow)
}

/** Asks anew what is known of the user, whose balance changes without this page too. @throws AskError. */
export async function reloadUser(): Promise<void> {
  const { user } = await ask<SignedInAnswer>('/api/auth/me', { login: false, shape: { user: USER_SHAPE } })
  // Nobody looks at the page of another who has signed in since.
  if (userId() !== null && userId() !== user.id) location.reload()
  else updateUser(user)
}

/** Changes what is known of the signed-in user, after an answer that told it. */
export function updateUser(change: Partial<User>): void {
  const session = $session.get()
  if (session.step === 'in') $session.set({ step: 'in', user: { ...session.user, ...change } })
}
