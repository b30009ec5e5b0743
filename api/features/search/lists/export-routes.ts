import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { LIST_EXPORT_EXAMPLES } from '#api/features/search/public/call-examples.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { listExportAnswer, listExportBody, listExportQuery } from '#shared/contracts/lists/lists.ts'
import { callerOf } from './caller.ts'
import { exportList } from './export.ts'

const called = { takesToken: true, addressed: true } as const
const answered = {
  answers: { 200: listExportAnswer },
  refusals: ['NOT_FOUND', 'PURPOSE_REQUIRED', 'TOO_MANY_SEARCHES', 'OVERLOADED', 'SEARCH_DOWN']
} as const

/** Lists as files. */
export const listExportRoutes = (context: Context) =>
  new Elysia({ name: 'list-exports', prefix: '/api/lists/:id' })
    .use(guard(context))
    .get(
      '/export',
      async ({ request, address, query, params }) =>
        await exportList(context, await callerOf(context, { request, address }), params.id, query),
      {
        ...called,
        query: listExportQuery,
        ...contract({ summary: 'Список файлом: CSV, XLSX, JSON или FollowTheMoney', ...answered })
      }
    )
    .post(
      '/export',
      async ({ request, address, body, params }) =>
        await exportList(context, await callerOf(context, { request, address, body }), params.id, body),
      {
        ...called,
        body: listExportBody,
        ...contract({
          summary: 'То же, с поиском по строкам и меткам',
          ...answered,
          examples: LIST_EXPORT_EXAMPLES
        })
      }
    )
