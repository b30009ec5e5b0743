import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { newTokenAnswer, tokenDeletedAnswer, tokenUsageAnswer } from '#shared/contracts/tokens.ts'
import { tokenLimits } from '#shared/rules/tokens.ts'
import { endFormerText, limitToken, renewToken, usageOf } from './limits.ts'

/** Of nobody's token where it is none. */
const numberOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0)
const own = { signedIn: true, addressed: true } as const

/** What a person's own token is limited to, and its next text. */
export const tokenLimitRoutes = (context: Context) =>
  new Elysia({ name: 'token-limits', prefix: '/api/tokens/:id' })
    .use(guard(context))
    .put(
      '/',
      async ({ user, params, body, address }) => {
        await limitToken(context, numberOf(params.id), body, actorOf(user, address))
        return { ok: true }
      },
      {
        ...own,
        body: tokenLimits,
        ...contract({
          summary: 'Название, срок и адреса токена',
          answers: { 200: tokenDeletedAnswer },
          refusals: ['NO_SUCH_TOKEN']
        })
      }
    )
    .post(
      '/rotate',
      async ({ user, params, address }) => ({
        ok: true,
        token: await renewToken(context, numberOf(params.id), actorOf(user, address))
      }),
      {
        ...own,
        ...contract({
          summary: 'Смена токена: прежний действует ещё 24 часа, новый отвечается один раз',
          answers: { 200: newTokenAnswer },
          refusals: ['NO_SUCH_TOKEN', 'TOKEN_ROTATED']
        })
      }
    )
    .delete(
      '/previous',
      async ({ user, params, address }) => {
        await endFormerText(context, numberOf(params.id), actorOf(user, address))
        return { ok: true }
      },
      {
        ...own,
        ...contract({
          summary: 'Конец прежнего токена раньше 24 часов',
          answers: { 200: tokenDeletedAnswer },
          refusals: ['NO_SUCH_TOKEN']
        })
      }
    )
    .get(
      '/usage',
      async ({ user, params }) => ({
        ok: true,
        days: await usageOf(context, user.id, numberOf(params.id))
      }),
      {
        signedIn: true,
        ...contract({
          summary: 'Обращения по токену по дням, новые впереди',
          answers: { 200: tokenUsageAnswer },
          refusals: ['NO_SUCH_TOKEN']
        })
      }
    )
