import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  earlierVerdictsAnswer,
  verdictAnswer,
  verdictBody,
  verdictRemovedAnswer,
  verdictRemovedQuery
} from '#shared/contracts/verdict.ts'
import { earlierVerdicts } from './earlier.ts'
import { forgetKept, putVerdict, removeVerdict } from './service.ts'

export const verdictRoutes = (context: Context) =>
  new Elysia({ name: 'verdicts', prefix: '/api/search/:search_id/verdicts' })
    .use(guard(context))
    .put(
      '/',
      async ({ user, address, params, body, request: { signal } }) => {
        const caller = { userId: user.id, signal, address }
        return { success: true, verdict: await putVerdict(context, caller, params.search_id, body) }
      },
      {
        signedIn: true,
        addressed: true,
        body: verdictBody,
        ...contract({
          summary: 'Свой вывод о человеке или о паре людей поиска: новый или вместо прежнего',
          answers: { 200: verdictAnswer },
          refusals: [
            'NOTE_TOO_LONG',
            'ONE_PERSON',
            'UNKNOWN_PERSON',
            'NOT_FOUND',
            'TOO_MANY_VERDICTS',
            'VERDICT_CHANGED',
            'TOO_MANY_SEARCHES',
            'OVERLOADED',
            'SEARCH_DOWN'
          ]
        })
      }
    )
    .delete(
      '/:id',
      async ({ user, address, params, query }) => {
        await removeVerdict(context, { userId: user.id, address }, params.search_id, params.id, query.at)
        return { success: true }
      },
      {
        signedIn: true,
        addressed: true,
        query: verdictRemovedQuery,
        ...contract({
          summary: 'Отмена своего вывода',
          answers: { 200: verdictRemovedAnswer },
          refusals: ['NOT_FOUND', 'VERDICT_CHANGED']
        })
      }
    )

export const keptVerdictRoutes = (context: Context) =>
  new Elysia({ name: 'kept_verdicts', prefix: '/api' })
    .use(guard(context))
    .get(
      '/search/:search_id/earlier_verdicts',
      async ({ user, params, request: { signal } }) => ({
        success: true,
        verdicts: await earlierVerdicts(context, { userId: user.id, signal }, params.search_id)
      }),
      {
        signedIn: true,
        ...contract({
          summary: 'Прежние свои выводы о людях поиска',
          answers: { 200: earlierVerdictsAnswer },
          refusals: ['NOT_FOUND', 'TOO_MANY_SEARCHES', 'OVERLOADED', 'SEARCH_DOWN']
        })
      }
    )
    .delete(
      '/verdicts/:id',
      async ({ user, address, params }) => {
        await forgetKept(context, { userId: user.id, address }, params.id)
        return { success: true }
      },
      {
        signedIn: true,
        addressed: true,
        ...contract({
          summary: 'Удаление вывода, оставленного после удаления поиска из истории',
          answers: { 200: verdictRemovedAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
