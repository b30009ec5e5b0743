import { atom } from 'nanostores'
import type { AuthAnswer, User } from '#shared/contracts/auth.ts'
import { AskError, ask } from './ask.ts'

/** Who looks at the page. It starts unknown and is asked once a page. */
export type Session = { step: 'loading' } | { step: 'in'; user: User } | { step: 'out' }

export const $session = atom<Session>({ step: 'loading' })

const NOT_AUTHENTICATED = 'Not authenticated'
const LOGIN_FAILED = 'Login failed'
const REGISTRATION_FAILED = 'Registration failed'
/** Set where a logout did not reach the server: this tab stays signed out all the same. */
const LEFT_KEY = 'signed-out'

let checking: Promise<void> | undefined

/** Asks who is signed in; later calls on the same page wait for the first. Never rejects. */
export function checkSession(): Promise<void> {
  checking ??= askSession()
  return checking
}

async function askSession(): Promise<void> {
  if (sessionStorage.getItem(LEFT_KEY)) await leave()
  else $session.set(await currentSession())
}

async function currentSession(): Promise<Session> {
  try {
    const { success, user } = await ask<AuthAnswer>('/api/auth/me')
    return success !== false && user ? { step: 'in', user } : { step: 'out' }
  } catch (error) {
    const expected =
      error instanceof AskError && (error.status === 401 || error.message === NOT_AUTHENTICATED)
    if (!expected) console.error(error)
    return { step: 'out' }
  }
}

export interface Credentials {
  username: string
  password: string
  turnstile_token: string
}

/**
 * Signs in. The user is stored on success and cleared on failure.
 *
 * @throws AskError with the server's words, else «Login failed».
 */
export async function login(credentials: Credentials): Promise<void> {
  $session.set({ step: 'loading' })
  try {
    const answer = await ask<AuthAnswer>('/api/auth/login', { body: credentials, refresh: false })
    if (!answer.success || !answer.user) throw new AskError(answer.message || LOGIN_FAILED)
    sessionStorage.removeItem(LEFT_KEY)
    $session.set({ step: 'in', user: answer.user })
  } catch (error) {
    $session.set({ step: 'out' })
    throw error
  }
}

/**
 * Makes an account; nobody is signed in by it.
 *
 * @throws AskError with the server's words, else «Registration failed».
 */
export async function register(credentials: Credentials): Promise<void> {
  const answer = await ask<AuthAnswer>('/api/auth/register', { body: credentials, refresh: false })
  if (!answer.success) throw new AskError(answer.message || REGISTRATION_FAILED)
}

/** Signs out here even where the server cannot be told; stored results go with it. Never rejects. */
export async function logout(): Promise<void> {
  sessionStorage.clear()
  await leave()
}

async function leave(): Promise<void> {
  try {
    await ask('/api/auth/logout', { method: 'POST', refresh: false })
    sessionStorage.removeItem(LEFT_KEY)
  } catch (error) {
    console.error(error)
    sessionStorage.setItem(LEFT_KEY, '1')
  }
  $session.set({ step: 'out' })
}

/** Changes what is known of the signed-in user, after an answer that told it. */
export function updateUser(change: Partial<User>): void {
  const session = $session.get()
  if (session.step === 'in') $session.set({ step: 'in', user: { ...session.user, ...change } })
}
