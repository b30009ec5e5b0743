import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { ROW_READING_EXAMPLES, ROW_VERDICT_EXAMPLES } from '#api/features/search/public/call-examples.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  listAnswer,
  listRowAnswer,
  listRowsAnswer,
  listRowsBody,
  listRowsQuery,
  rowReadingBody,
  rowUseBody,
  rowVerdictBody
} from '#shared/contracts/lists/lists.ts'
import { callerOf } from './caller.ts'
import { chooseRowReading, leaveRow } from './change-draft.ts'
import { JUDGING_REFUSALS, judgeRow, rowNumberOf, rowsPage } from './rows.ts'

const called = { takesToken: true, addressed: true } as const
const CROWDED = ['TOO_MANY_SEARCHES', 'OVERLOADED', 'SEARCH_DOWN'] as const

/** The rows of lists. */
export const listRowRoutes = (context: Context) =>
  new Elysia({ name: 'list-rows', prefix: '/api/lists/:id' })
    .use(guard(context))
    .get(
      '/rows',
      async ({ request, address, query, params }) => {
        const caller = await callerOf(context, { request, address })
        const page = await rowsPage(context, caller, params.id, query)
        return jsonResponse({ ok: true, ...page }, request.headers)
      },
      {
        ...called,
        query: listRowsQuery,
        ...contract({
          summary: 'Строки списка с лучшими людьми',
          answers: { 200: listRowsAnswer },
          refusals: ['NOT_FOUND', 'PURPOSE_REQUIRED', ...CROWDED]
        })
      }
    )
    .post(
      '/rows',
      async ({ request, address, body, params }) => {
        const caller = await callerOf(context, { request, address, body })
        const page = await rowsPage(context, caller, params.id, body)
        return jsonResponse({ ok: true, ...page }, request.headers)
      },
      {
        ...called,
        body: listRowsBody,
        ...contract({
          summary: 'То же, с поиском по строкам и меткам',
          answers: { 200: listRowsAnswer },
          refusals: ['NOT_FOUND', ...CROWDED]
        })
      }
    )
    .put(
      '/rows/:n/verdict',
      async ({ request, address, body, params }) => {
        const caller = await callerOf(context, { request, address, body })
        const row = await judgeRow(context, caller, params.id, rowNumberOf(params.n), body)
        return { ok: true, row }
      },
      {
        ...called,
        body: rowVerdictBody,
        ...contract({
          summary: 'Свой вывод о строке: новый, вместо прежнего или его отмена',
          answers: { 200: listRowAnswer },
          refusals: [...JUDGING_REFUSALS, 'PURPOSE_REQUIRED', ...CROWDED],
          examples: ROW_VERDICT_EXAMPLES
        })
      }
    )
    .put(
      '/rows/:n/reading',
      async ({ request, address, body, params }) => {
        const caller = await callerOf(context, { request, address, body })
        const n = rowNumberOf(params.n)
        return { ok: true, list: await chooseRowReading(context, caller, params.id, n, body.reading) }
      },
      {
        ...called,
        body: rowReadingBody,
        ...contract({
          summary: 'Прочтение строки черновика, где два одинаково вероятны',
          answers: { 200: listAnswer },
          refusals: ['NOT_FOUND', 'LIST_STATE', 'LIST_ROW_NOT_FOUND', 'UNKNOWN_READING'],
          examples: ROW_READING_EXAMPLES
        })
      }
    )
    .put(
      '/rows/:n/use',
      async ({ request, address, body, params }) => {
        const caller = await callerOf(context, { request, address, body })
        const n = rowNumberOf(params.n)
        return { ok: true, list: await leaveRow(context, caller, params.id, n, body.use) }
      },
      {
        ...called,
        body: rowUseBody,
        ...contract({
          summary: 'Строка черновика, которую не искать, или снова искать; с её повторами',
          answers: { 200: listAnswer },
          refusals: ['NOT_FOUND', 'LIST_STATE', 'LIST_ROW_NOT_FOUND']
        })
      }
    )
