import { FORM_REFUSALS } from '#shared/rules/form-refusals.ts'
import { AskError } from '#site/lib/ask.ts'
import { createForm, type FormCheck, type FormStore } from '#site/lib/form-store.ts'
import type { Credentials } from './account-requests.ts'
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

/** A form that sends a name, a password and the token of its security check. */
export function createAccountForm({ action, loadCheck, fallback, send }: AccountFormParts): AccountForm {
  const check = createSecurityCheck({
    action,
    // Most visitors are waived and never need the provider.
    load: async () => (await import('./turnstile.ts')).loadTurnstile(),
    onError: () => form.fail(FORM_REFUSALS.SECURITY_CHECK_FAILED),
    onRecovered: () => form.forgive(FORM_REFUSALS.SECURITY_CHECK_FAILED)
  })
  const form = createForm({
    loadCheck,
    fallback,
    async send({ username, password }) {
      const turnstile_token = check.$token.get()
      if (!turnstile_token) throw new AskError(FORM_REFUSALS.SECURITY_CHECK_MISSING)
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
