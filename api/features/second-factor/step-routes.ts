import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import {
  clearPendingCookie,
  readPendingCookie,
  readStepDeviceCookie,
  setSessionCookies,
  setStepDeviceCookie
} from '#api/features/sessions/service.ts'
import { userView } from '#api/features/users/service.ts'
import { contract } from '#api/http/route-contract.ts'
import { pendingStepAnswer, stepOptionsAnswer } from '#shared/contracts/account/security.ts'
import { signedInAnswer } from '#shared/contracts/auth.ts'
import { passkeyAnswer, stepCode } from '#shared/rules/security.ts'
import {
  passkeyLoginOptions,
  readStep,
  type SecondStepCaller,
  stepByCode,
  stepByPasskey
} from './second-step.ts'

/** The second step of a login, and the login by a passkey alone. */
export const secondStepRoutes = (context: Context) => {
  const stepperOf = ({ headers }: Request, address: string | null): SecondStepCaller => ({
    pending: readPendingCookie(context.config, headers),
    devices: readStepDeviceCookie(context.config, headers),
    address,
    userAgent: headers.get('user-agent')
  })
  type CookieSet = Parameters<typeof clearPendingCookie>[1]
  async function signedIn(set: CookieSet, { user, tokens, devices }: Awaited<ReturnType<typeof stepByCode>>) {
    clearPendingCookie(context.config, set)
    setSessionCookies(context.config, set, tokens)
    setStepDeviceCookie(context.config, set, devices)
    return { success: true as const, user: await userView(context, user) }
  }

  return new Elysia({ name: 'second-step', prefix: '/api/auth/second-step' })
    .use(guard(context))
    .get(
      '/',
      async ({ request }) => ({
        success: true,
        ...(await readStep(context, readPendingCookie(context.config, request.headers)))
      }),
      contract({
        summary: 'Чей вход ждёт второго шага и чем его можно сделать',
        answers: { 200: pendingStepAnswer },
        refusals: ['SECOND_STEP_EXPIRED']
      })
    )
    .post(
      '/code',
      async ({ body, request, address, set }) =>
        await signedIn(set, await stepByCode(context, stepperOf(request, address), body.code)),
      {
        addressed: true,
        body: stepCode,
        ...contract({
          summary: 'Второй шаг кодом из приложения или резервным кодом',
          answers: { 200: signedInAnswer },
          refusals: [
            'SECOND_STEP_EXPIRED',
            'TOO_MANY_CODES',
            'BAD_CODE',
            'CODE_USED',
            'ACCOUNT_BLOCKED',
            'OVERLOADED'
          ]
        })
      }
    )
    .post(
      '/passkey/options',
      async ({ request }) => ({
        success: true,
        options: {
          ...(await passkeyLoginOptions(context, readPendingCookie(context.config, request.headers)))
        }
      }),
      contract({
        summary: 'Что браузер спрашивает у ключа: второй шаг или вход без пароля',
        answers: { 200: stepOptionsAnswer }
      })
    )
    .post(
      '/passkey',
      async ({ body, request, address, set }) =>
        await signedIn(set, await stepByPasskey(context, stepperOf(request, address), body.response)),
      {
        addressed: true,
        body: passkeyAnswer,
        ...contract({
          summary: 'Второй шаг ключом или вход ключом без пароля',
          answers: { 200: signedInAnswer },
          refusals: ['PASSKEY_REFUSED', 'SECOND_STEP_EXPIRED', 'ACCOUNT_BLOCKED', 'OVERLOADED']
        })
      }
    )
}
