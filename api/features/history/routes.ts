import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { forgottenAnswer, forgottenQuery, historyAnswer } from '#shared/contracts/history.ts'
import { clearHistory, deleteSearch, listHistory } from './service.ts'

/** Results are never kept; the audit stays when history is cleared. */
export const historyRoutes = (context: Context) =>
  new Elysia({ name: 'history', prefix: '/api' })
    .use(guard(context))
    .get(
      '/search_history',
      async ({ user, request }) =>
        jsonResponse(
          { ok: true, data: await listHistory(context, { userId: user.id, signal: request.signal }) },
          request.headers
        ),
      {
        signedIn: true,
        ...contract({ summary: 'История поиска, новое впереди', answers: { 200: historyAnswer } })
      }
    )
    .delete(
      '/search_history/:id',
      async ({ user, params, query }) => {
        await deleteSearch(context, user.id, params.id, query.verdicts === 'keep')
        return { ok: true }
      },
      {
        signedIn: true,
        query: forgottenQuery,
        ...contract({
          summary: 'Удаление строки истории',
          answers: { 200: forgottenAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
    .delete(
      '/search_history',
      async ({ user, query }) => {
        await clearHistory(context, user.id, query.verdicts === 'keep')
        return { ok: true }
      },
      {
        signedIn: true,
        query: forgottenQuery,
        ...contract({ summary: 'Удаление всей истории', answers: { 200: forgottenAnswer } })
      }
    )
