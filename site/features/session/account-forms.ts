import { AUTH_TEXTS } from '#shared/texts/account.ts'
import { type AccountForm, createAccountForm } from './account-form.ts'
import { login, register } from './account-requests.ts'

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
