import { AUTH_TEXTS } from '#shared/labels/account-texts.ts'
import { FORM_REFUSALS } from '#shared/rules/form-refusals.ts'
import { createForm, type FormCheck, type FormStore } from '#site/lib/form-store.ts'
import { type Credentials, login, register } from './account-requests.ts'
import { createSecurityCheck, type SecurityCheckStore } from './security-check-store.ts'

/** A form that opens or makes an account, with its security check. */
export interface AccountForm {
  form: FormStore
  check: SecurityCheckStore
}

interface AccountFormParts {
  action: 'login' | 'register'
  loadCheck(): Promise<FormCheck<{ username: string; password: string }>>
  fallback: string
  /** @returns the words of success, if any. */
  send(credentials: Credentials): Promise<string | undefined>
}

function createAccountForm({ action, loadCheck, fallback, send }: AccountFormParts): AccountForm {
  const check = createSecurityCheck({
    action,
    // Most visitors are waived and never need the provider.
    load: async () => (await import('./turnstile.ts')).loadTurnstile(),
    onError: () => form.fail(FORM_REFUSALS.SECURITY_CHECK_FAILED)
  })
  const form = createForm({
    loadCheck,
    fallback,
    async send({ username, password }) {
      const turnstile_token = check.$token.get()
      if (!turnstile_token) throw new Error(FORM_REFUSALS.SECURITY_CHECK_MISSING)
      try {
        return await send({ username, password, turnstile_token })
      } finally {
        // A token opens one door once, whatever came of it.
        check.reset()
      }
    }
  })
  return { form, check }
}

export const createLogin = (): AccountForm =>
  createAccountForm({
    action: 'login',
    loadCheck: async () => (await import('./account-checks.ts')).checkLogin,
    fallback: AUTH_TEXTS.loginFailed,
    async send(credentials) {
      await login(credentials)
      return undefined
    }
  })

/** The repeated password is checked here and never sent. */
export const createRegistration = (): AccountForm =>
  createAccountForm({
    action: 'register',
    loadCheck: async () => (await import('./account-checks.ts')).checkRegistration,
    fallback: AUTH_TEXTS.registrationFailed,
    async send(credentials) {
      await register(credentials)
      return AUTH_TEXTS.registered
    }
  })
