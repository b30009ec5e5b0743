import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import {
  readProviderCookie,
  setPendingCookie,
  setProviderCookie,
  setSessionCookies
} from '#api/features/sessions/service.ts'
import { contract } from '#api/http/route-contract.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { enterByProvider, providerOf } from './service.ts'

const FOUND = 302
const redirected = { [FOUND]: v.literal('') }
const REFUSALS = [
  'OIDC_DENIED',
  'OIDC_STALE',
  'OIDC_BAD_ANSWER',
  'OIDC_DOWN',
  'ACCOUNT_BLOCKED',
  'TOO_MANY_LOGINS',
  'OVERLOADED',
  'USERNAME_TAKEN',
  'NOT_FOUND'
] as const

/** @throws Refusal `CROSS_SITE` of a picture, a frame or a script of another site: nobody there meant to come in. */
function refuseEmbedded({ headers }: Request): void {
  const headerOr = (name: string, usual: string) => headers.get(`sec-fetch-${name}`) ?? usual
  if (['same-origin', 'none'].includes(headerOr('site', 'none'))) return
  if (headerOr('mode', 'navigate') !== 'navigate' || headerOr('dest', 'document') !== 'document')
    throw new Refusal('CROSS_SITE')
}

/** The login by a provider. */
export const providerRoutes = (context: Context) =>
  new Elysia({ name: 'oidc', prefix: '/api/auth/oidc' })
    .use(guard(context))
    .get(
      '/start',
      async ({ request, set, status }) => {
        const provider = providerOf(context)
        refuseEmbedded(request)
        const { location, ticket } = await provider.begin()
        setProviderCookie(context.config, set, ticket)
        set.headers.location = location
        return status(FOUND, '')
      },
      contract({
        summary: 'Вход через провайдера OpenID: ведёт к нему',
        answers: redirected,
        refusals: [...REFUSALS, 'CROSS_SITE']
      })
    )
    .get(
      '/callback',
      async ({ request, address, set, status }) => {
        providerOf(context)
        const { headers, url } = request
        const answer = { search: new URL(url).search, ticket: readProviderCookie(context.config, headers) }
        setProviderCookie(context.config, set, '')
        const visitor = { address, userAgent: headers.get('user-agent') }
        const entered = await enterByProvider(context, answer, visitor)
        if ('pending' in entered) setPendingCookie(context.config, set, entered.pending)
        else setSessionCookies(context.config, set, entered.tokens)
        set.headers.location = 'pending' in entered ? '/login/code' : '/dashboard'
        return status(FOUND, '')
      },
      {
        addressed: true,
        ...contract({
          summary: 'Возврат от провайдера: ведёт на главную, ко второму шагу или к словам отказа',
          answers: redirected,
          refusals: REFUSALS
        })
      }
    )
