import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { LIST_EXAMPLES } from '#api/features/search/public/call-examples.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { unreadForm } from '#api/http/body.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  listShape,
  listsAnswer,
  newListAnswer,
  newListBody,
  oneListAnswer
} from '#shared/contracts/lists/lists.ts'
import { listsQuery } from '#shared/contracts/lists/seen.ts'
import { callerOf } from './caller.ts'
import { draftFile } from './change-draft.ts'
import { listEvents } from './events.ts'
import { listsOf, makeList, oneList } from './service.ts'
import { takeNewList } from './take-body.ts'

const called = { takesToken: true, addressed: true } as const

/** Lists as a whole. */
export const listRoutes = (context: Context) =>
  new Elysia({ name: 'lists', prefix: '/api/lists' })
    .use(guard(context))
    .post(
      '/',
      async ({ request, address, set }) => {
        const draft = await takeNewList(context, { request, address }, (caller, body) =>
          makeList(context, caller, body)
        )
        set.status = 201
        return { ok: true, ...draft }
      },
      {
        ...called,
        parse: unreadForm,
        ...contract({
          summary: 'Новый список: строки или файл. Говорит цену, ничего не списывает',
          answers: { 201: newListAnswer },
          takes: newListBody,
          refusals: [
            'LIST_EMPTY',
            'LIST_TOO_LONG',
            'LIST_TITLE_TOO_LONG',
            'LIST_FILE_TOO_LARGE',
            'LIST_FILE_REFUSED',
            'LIST_COLUMN_UNKNOWN',
            'LISTS_BEING_READ',
            'BODY_TOO_SLOW',
            'TOO_MANY_LISTS',
            'PURPOSE_REQUIRED',
            'UNKNOWN_PURPOSE',
            'BAD_CASE_REF',
            'SEARCH_DOWN'
          ],
          examples: LIST_EXAMPLES
        })
      }
    )
    .get(
      '/',
      async ({ request, address, query }) => ({
        ok: true,
        lists: await listsOf(
          context,
          (await callerOf(context, { request, address })).userId,
          query.new !== undefined
        )
      }),
      {
        ...called,
        query: listsQuery,
        ...contract({ summary: 'Списки, новые впереди', answers: { 200: listsAnswer } })
      }
    )
    .get(
      '/:id',
      async ({ request, address, params }) => {
        const { userId } = await callerOf(context, { request, address })
        const list = await oneList(context, userId, params.id)
        return { ok: true, list, file: await draftFile(context, userId, params.id) }
      },
      {
        ...called,
        ...contract({ summary: 'Список', answers: { 200: oneListAnswer }, refusals: ['NOT_FOUND'] })
      }
    )
    .get(
      '/:id/events',
      async ({ request, address, params }) =>
        await listEvents(context, await callerOf(context, { request, address }), params.id),
      {
        ...called,
        ...contract({
          summary: 'Ход поиска событиями сервера: event list с тем же, что у списка',
          answers: { 200: listShape },
          type: 'text/event-stream',
          refusals: ['NOT_FOUND']
        })
      }
    )
