import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { formBody } from '#api/http/body.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { actAnswer } from '#shared/contracts/admin/calls.ts'
import { indicesAnswer } from '#shared/contracts/admin/indices.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { indexForm } from '#shared/rules/index-name.ts'
import { INDEX_TEXTS } from '#shared/texts/admin.ts'
import { addIndex, deleteIndex, listIndices, setIndexActive } from './service.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

export const indexRoutes = (context: Context) =>
  new Elysia({ name: 'indices', prefix: '/api/auth/admin/es_indices' })
    .use(guard(context))
    .get('/', async ({ request }) => jsonResponse(await listIndices(context), request.headers), {
      role: ROLE_ADMIN,
      ...contract({ summary: 'Индексы: действующие и отключённые', answers: { 200: indicesAnswer } })
    })
    .post(
      '/',
      async ({ user, address, body }) => {
        await addIndex(context, body.index_name, actorOf(user, address))
        return { ok: true, message: INDEX_TEXTS.added }
      },
      {
        ...byAdmin,
        parse: formBody,
        body: indexForm,
        ...contract({
          summary: 'Новый индекс; без паспорта он не отвечает',
          answers: { 200: actAnswer },
          refusals: [
            'BAD_INDEX_NAME',
            'INDEX_EXISTS',
            'INDEX_LEAVING',
            'INDICES_FULL',
            'BATCH_BUSY',
            'SEARCH_DOWN'
          ]
        })
      }
    )
    .post(
      '/:name/disable',
      async ({ user, address, params }) => {
        await setIndexActive(context, params.name, false, actorOf(user, address))
        return { ok: true, message: INDEX_TEXTS.disabled }
      },
      {
        ...byAdmin,
        ...contract({
          summary: 'Отключение индекса',
          answers: { 200: actAnswer },
          refusals: ['BAD_INDEX_NAME', 'NOT_FOUND', 'BATCH_BUSY']
        })
      }
    )
    .post(
      '/:name/enable',
      async ({ user, address, params }) => {
        await setIndexActive(context, params.name, true, actorOf(user, address))
        return { ok: true, message: INDEX_TEXTS.enabled }
      },
      {
        ...byAdmin,
        ...contract({
          summary: 'Включение индекса',
          answers: { 200: actAnswer },
          refusals: ['BAD_INDEX_NAME', 'NOT_FOUND', 'BATCH_BUSY', 'PASSPORT_INCOMPLETE']
        })
      }
    )
    .delete(
      '/:name',
      async ({ user, address, params }) => {
        await deleteIndex(context, params.name, actorOf(user, address))
        return { ok: true, message: INDEX_TEXTS.deleted }
      },
      {
        ...byAdmin,
        ...contract({
          summary: 'Удаление индекса со всеми его записями',
          answers: { 200: actAnswer },
          refusals: ['BAD_INDEX_NAME', 'NOT_FOUND', 'BATCH_BUSY']
        })
      }
    )
