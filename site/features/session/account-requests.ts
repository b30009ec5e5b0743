import type { SecondStepAnswer } from '#shared/contracts/account/security.ts'
import type { RegisteredAnswer, SignedInAnswer, User } from '#shared/contracts/auth.ts'
import type { RefusalBody } from '#shared/contracts/refusal.ts'
import { AskError, ask, hasShape } from '#site/lib/ask.ts'
import { $session, enterSession, USER_SHAPE } from '#site/lib/session-store.ts'
import { leaveForSecondStep } from './destination.ts'

const LOGIN_FAILED = 'Login failed'
const REGISTRATION_FAILED = 'Registration failed'

export interface Credentials {
  username: string
  password: string
  turnstile_token: string
}

/**
 * Signs in. The user is stored on success and cleared on failure; an account with a second step goes on to its page.
 *
 * @throws AskError with the server's words, else «Login failed».
 */
export async function login(credentials: Credentials): Promise<void> {
  $session.set({ step: 'loading' })
  try {
    const user = await signIn(credentials)
    if (user) enterSession(user)
    else leaveForSecondStep()
  } catch (error) {
    $session.set({ step: 'out' })
    throw error
  }
}

/**
 * Opens the session of the person on the page anew; what they see stays, also where it fails.
 *
 * @returns false where a second step is due.
 * @throws AskError like `login`.
 */
export async function loginAgain(credentials: Credentials): Promise<boolean> {
  const user = await signIn(credentials)
  if (user) enterSession(user)
  return user !== null
}

const wordsOf = ({ message, error }: Partial<RefusalBody>): string | undefined => message || error

/** Null where a second step is due. */
async function signIn(credentials: Credentials): Promise<User | null> {
  const answer = await ask<SignedInAnswer | SecondStepAnswer | RefusalBody>('/api/auth/login', {
    body: credentials,
    refresh: false,
    bare: true
  })
  if ('second_step' in answer) return null
  if (!answer.success) throw new AskError(wordsOf(answer) || LOGIN_FAILED)
  if (!hasShape(answer.user, USER_SHAPE)) throw new AskError(LOGIN_FAILED)
  return answer.user
}

/**
 * Makes an account; nobody is signed in by it.
 *
 * @throws AskError with the server's words, else «Registration failed».
 */
export async function register(credentials: Credentials): Promise<void> {
  const answer = await ask<RegisteredAnswer | RefusalBody>('/api/auth/register', {
    body: credentials,
    refresh: false,
    bare: true
  })
  if (!answer.success) throw new AskError(wordsOf(answer) || REGISTRATION_FAILED)
}
