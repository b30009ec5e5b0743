import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import {
  clearSessionCookies,
  readDeviceCookie,
  readSessionCookies,
  setDeviceCookie,
  setPendingCookie,
  setSessionCookies
} from '#api/features/sessions/service.ts'
import { userView } from '#api/features/users/service.ts'
import { contract } from '#api/http/route-contract.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { secondStepAnswer } from '#shared/contracts/account/security.ts'
import { registeredAnswer, sessionAnswer, signedInAnswer } from '#shared/contracts/auth.ts'
import { login, register } from '#shared/rules/account.ts'
import { REGISTRATION_TEXTS } from '#shared/texts/registration.ts'
import { SECOND_STEP_TEXTS } from '#shared/texts/second-step.ts'
import { securityCheckRoutes } from './security-check-routes.ts'
import { signIn, signUp } from './service.ts'

const SECURITY_CHECK = ['SECURITY_CHECK_MISSING', 'SECURITY_CHECK_FAILED', 'SECURITY_CHECK_DOWN'] as const

/** Accounts and sessions. */
export const authRoutes = (context: Context) =>
  new Elysia({ name: 'auth' })
    .use(guard(context))
    .use(securityCheckRoutes(context))
    .post(
      '/api/auth/login',
      async ({ body, address, certainAddress, request, set }) => {
        const brought = readDeviceCookie(context.config, request.headers)
        const client = { address, certainAddress, userAgent: request.headers.get('user-agent') }
        const { deviceTokens, ...step } = await signIn(context, body, client, brought)
        if ('pending' in step) {
          setPendingCookie(context.config, set, step.pending)
          setDeviceCookie(context.config, set, deviceTokens)
          return { success: false, message: SECOND_STEP_TEXTS.asked, second_step: step.ways }
        }
        setSessionCookies(context.config, set, step.tokens)
        setDeviceCookie(context.config, set, deviceTokens)
        return { success: true, user: await userView(context, step.user) }
      },
      {
        addressed: true,
        body: login,
        ...contract({
          summary: 'Вход: ставит куки сеанса и устройства или ведёт ко второму шагу',
          answers: { 200: v.union([signedInAnswer, secondStepAnswer]) },
          refusals: [...SECURITY_CHECK, 'TOO_MANY_LOGINS', 'BAD_CREDENTIALS', 'ACCOUNT_BLOCKED', 'OVERLOADED']
        })
      }
    )
    .post(
      '/api/auth/register',
      async ({ body, address, certainAddress }) => {
        await signUp(context, body, { address, certainAddress })
        return { success: true, message: REGISTRATION_TEXTS.done }
      },
      {
        addressed: true,
        body: register,
        ...contract({
          summary: 'Регистрация',
          answers: { 200: registeredAnswer },
          refusals: [
            ...SECURITY_CHECK,
            'COMMON_PASSWORD',
            'TOO_MANY_REGISTRATIONS',
            'USERNAME_TAKEN',
            'OVERLOADED'
          ]
        })
      }
    )
    .post(
      '/api/auth/logout',
      async ({ request, address, set }) => {
        clearSessionCookies(context.config, set)
        await context.sessions.end(readSessionCookies(context.config, request.headers), address)
        return { success: true }
      },
      { addressed: true, ...contract({ summary: 'Выход', answers: { 200: sessionAnswer } }) }
    )
    .get(
      '/api/auth/me',
      async ({ request }) => {
        const user = await context.sessions.userOf(request)
        if (user === null) throw new Refusal('NOT_AUTHENTICATED')
        return { success: true, user: await userView(context, user) }
      },
      contract({
        summary: 'Кто вошёл',
        answers: { 200: signedInAnswer },
        refusals: ['NOT_AUTHENTICATED']
      })
    )
    .post(
      '/refresh',
      async ({ request, address, set }) => {
        const brought = readSessionCookies(context.config, request.headers)
        setSessionCookies(context.config, set, await context.sessions.renew(brought, address))
        return { success: true }
      },
      {
        addressed: true,
        ...contract({
          summary: 'Продление сеанса: меняет обе куки',
          answers: { 200: sessionAnswer },
          refusals: ['NOT_SIGNED_IN']
        })
      }
    )
