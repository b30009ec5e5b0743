import { LOGIN_FAILED } from '#shared/texts/account.ts'
import { $session, enterSession } from '#site/lib/session-store.ts'
import { type AccountForm, createAccountForm } from './account-form.ts'
import { type Credentials, signIn } from './account-requests.ts'
import { leaveForSecondStep } from './destination.ts'

export const createLogin = (): AccountForm =>
  createAccountForm({
    action: 'login',
    loadCheck: async () => (await import('./account-checks.ts')).checkLogin,
    fallback: LOGIN_FAILED,
    async send(credentials) {
      await login(credentials)
      return undefined
    }
  })

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
