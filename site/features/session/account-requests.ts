import type { SecondStepAnswer } from '#shared/contracts/account/security.ts'
import type { SignedInAnswer, User } from '#shared/contracts/auth.ts'
import type { RefusalBody } from '#shared/contracts/refusal.ts'
import { AskError, ask, hasShape } from '#site/lib/ask.ts'
import { USER_SHAPE } from '#site/lib/session-store.ts'

const LOGIN_FAILED = 'Login failed'

export interface Credentials {
  username: string
  password: string
  turnstile_token: string
}

/** What a refusal says, if anything. */
export const wordsOf = ({ message, error }: Partial<RefusalBody>): string | undefined => message || error

/** @returns null where a second step is due. @throws AskError with the server's words, else «Login failed». */
export async function signIn(credentials: Credentials): Promise<User | null> {
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
