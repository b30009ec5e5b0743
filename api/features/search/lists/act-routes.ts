import { Elysia } from 'elysia'
import type * as v from 'valibot'
import type { Context } from '#api/context.ts'
import { LIST_TITLE_EXAMPLES, SEEN_LISTS_EXAMPLES } from '#api/features/search/public/call-examples.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  listAnswer,
  listCallBody,
  listDeletedAnswer,
  renameListBody,
  startListBody
} from '#shared/contracts/lists/lists.ts'
import { seenListsAnswer, seenListsBody } from '#shared/contracts/lists/seen.ts'
import { callerOf } from './caller.ts'
import { beginList, markListsSeen, nameList, pauseOrStopList, removeList } from './service.ts'

const startOrder = ({ most = null, only = null }: v.InferOutput<typeof startListBody>) => ({ most, only })

const called = { takesToken: true, addressed: true } as const

/** What is done with a list. */
export const listActRoutes = (context: Context) =>
  new Elysia({ name: 'list-acts', prefix: '/api/lists' })
    .use(guard(context))
    .post(
      '/seen',
      async ({ request, address, body }) => {
        const { userId } = await callerOf(context, { request, address, body })
        return { ok: true, lists: await markListsSeen(context, userId, body.ids) }
      },
      {
        ...called,
        body: seenListsBody,
        ...contract({
          summary: 'Списки просмотрены',
          answers: { 200: seenListsAnswer },
          examples: SEEN_LISTS_EXAMPLES
        })
      }
    )
    .put(
      '/:id',
      async ({ request, address, body, params }) => {
        const caller = await callerOf(context, { request, address, body })
        return { ok: true, list: await nameList(context, caller, params.id, body.title) }
      },
      {
        ...called,
        body: renameListBody,
        ...contract({
          summary: 'Другое название списка',
          answers: { 200: listAnswer },
          refusals: ['NOT_FOUND', 'LIST_TITLE_TOO_LONG'],
          examples: LIST_TITLE_EXAMPLES
        })
      }
    )
    .post(
      '/:id/start',
      async ({ request, address, body, params }) => {
        const caller = await callerOf(context, { request, address, body })
        return { ok: true, list: await beginList(context, caller, params.id, startOrder(body)) }
      },
      {
        ...called,
        body: startListBody,
        ...contract({
          summary:
            'Начало поиска, продолжение после паузы или поиск строк, которые не удались или на которые не хватило запросов',
          answers: { 200: listAnswer },
          refusals: ['NOT_FOUND', 'LIST_STATE', 'LIST_NOTHING_TO_SEARCH', 'PURPOSE_REQUIRED', 'NO_CREDITS']
        })
      }
    )
    .post(
      '/:id/pause',
      async ({ request, address, body, params }) => {
        const caller = await callerOf(context, { request, address, body })
        return { ok: true, list: await pauseOrStopList(context, caller, params.id, 'paused') }
      },
      {
        ...called,
        body: listCallBody,
        ...contract({ summary: 'Пауза', answers: { 200: listAnswer }, refusals: ['NOT_FOUND', 'LIST_STATE'] })
      }
    )
    .post(
      '/:id/stop',
      async ({ request, address, body, params }) => {
        const caller = await callerOf(context, { request, address, body })
        return { ok: true, list: await pauseOrStopList(context, caller, params.id, 'stopped') }
      },
      {
        ...called,
        body: listCallBody,
        ...contract({
          summary: 'Конец поиска: готовое остаётся, дальше ничего не списывается',
          answers: { 200: listAnswer },
          refusals: ['NOT_FOUND', 'LIST_STATE']
        })
      }
    )
    .delete(
      '/:id',
      async ({ request, address, params }) => {
        await removeList(context, await callerOf(context, { request, address }), params.id)
        return { ok: true }
      },
      {
        ...called,
        ...contract({
          summary: 'Удаление списка со строками, выводами и их поисками в истории',
          answers: { 200: listDeletedAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
