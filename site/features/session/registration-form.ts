import type { RegisteredAnswer } from '#shared/contracts/auth.ts'
import type { RefusalBody } from '#shared/contracts/refusal.ts'
import { REGISTRATION_TEXTS } from '#shared/texts/registration.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { type AccountForm, createAccountForm } from './account-form.ts'
import { type Credentials, wordsOf } from './account-requests.ts'

const REGISTRATION_FAILED = 'Registration failed'

/** The repeated password is checked here and never sent. */
export const createRegistration = (): AccountForm =>
  createAccountForm({
    action: 'register',
    loadCheck: async () => (await import('./account-checks.ts')).checkRegistration,
    fallback: REGISTRATION_TEXTS.failed,
    async send(credentials) {
      await register(credentials)
      return REGISTRATION_TEXTS.done
    }
  })

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
