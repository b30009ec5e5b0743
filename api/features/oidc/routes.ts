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
import { databaseRefusal } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { PROVIDER_REFUSALS } from '#shared/rules/provider-refusals.ts'
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

/** A browser comes here, and no script: what is refused is said by a page. */
async function leadOn({ outages }: Context, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    const { code } = error instanceof Refusal ? error : (databaseRefusal(error) ?? new Refusal('UNEXPECTED'))
    if (!(code in PROVIDER_REFUSALS)) throw error
    if (code === 'DATABASE_DOWN') outages.note('database_down', error)
    if (code === 'UNEXPECTED') log.error('provider_login', { error })
    return `/login/code?refused=${code}`
  }
}

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
        set.headers.location = await leadOn(context, async () => {
          const { location, ticket } = await provider.begin()
          setProviderCookie(context.config, set, ticket)
          return location
        })
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
        set.headers.location = await leadOn(context, async () => {
          const visitor = { address, userAgent: headers.get('user-agent') }
          const entered = await enterByProvider(context, answer, visitor)
          if ('pending' in entered) {
            setPendingCookie(context.config, set, entered.pending)
            return '/login/code'
          }
          setSessionCookies(context.config, set, entered.tokens)
          return '/dashboard'
        })
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
