import { loginForm, registerForm } from '#shared/rules/account.ts'
import { createCheck } from '#site/lib/form-check.ts'

export const checkLogin = createCheck(loginForm)
export const checkRegistration = createCheck(registerForm)
