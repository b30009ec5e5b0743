import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import type { HistoryAnswer } from '#shared/contracts/history.ts'
import { clearHistory, deleteSearch, listHistory } from './service.ts'

/** What a person searched for. Results are never kept; the audit stays when history is cleared. */
export const historyRoutes = (context: Context) =>
  new Elysia({ name: 'history', prefix: '/api' })
    .use(guard(context))
    .get(
      '/search_history',
      async ({ user }): Promise<HistoryAnswer> => ({ ok: true, data: await listHistory(context, user.id) }),
      { signedIn: true }
    )
    .delete(
      '/search_history/:id',
      async ({ user, params }) => {
        await deleteSearch(context, user.id, params.id)
        return { ok: true }
      },
      { signedIn: true }
    )
    .delete(
      '/search_history',
      async ({ user }) => {
        await clearHistory(context, user.id)
        return { ok: true }
      },
      { signedIn: true }
    )
