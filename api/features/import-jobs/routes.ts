import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Context } from '#api/context.ts'
import { isMasked } from '#api/features/search/service.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { importAnswer, importOrder, previewAnswer } from '#shared/contracts/admin/imports.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { previewImport, rejectedRows, startImport, stopImport } from './service.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

const ORDER_REFUSALS = [
  'BAD_INDEX_NAME',
  'NOT_FOUND',
  'UPLOAD_UNFINISHED',
  'IMPORT_UNDER_WAY',
  'INDEX_LEAVING',
  'IMPORT_REFUSED',
  'FILE_OVER_LIMIT'
] as const

export const importRoutes = (context: Context) => {
  const readerOf = (...[user, address]: Parameters<typeof actorOf>) => ({
    actor: actorOf(user, address),
    isMasked: isMasked(context, user)
  })
  return new Elysia({ name: 'imports', prefix: '/api/auth/admin/imports/:id' })
    .use(guard(context))
    .post(
      '/preview',
      async ({ params, body, request, user, address }) =>
        jsonResponse(await previewImport(context, params.id, body, readerOf(user, address)), request.headers),
      {
        ...byAdmin,
        body: importOrder,
        ...contract({
          summary: 'Что сделает импорт: формат, колонки, качество, предупреждения',
          answers: { 200: previewAnswer },
          refusals: ORDER_REFUSALS
        })
      }
    )
    .post(
      '/start',
      async ({ params, body, user, address }) => ({
        ok: true,
        import: await startImport(context, params.id, body, actorOf(user, address))
      }),
      {
        ...byAdmin,
        body: importOrder,
        ...contract({
          summary: 'Начало импорта, или продолжение остановленного',
          answers: { 200: importAnswer },
          refusals: [...ORDER_REFUSALS, 'PASSPORT_INCOMPLETE', 'IMPORT_AS_NEW']
        })
      }
    )
    .post(
      '/stop',
      async ({ params, user, address }) => ({
        ok: true,
        import: await stopImport(context, params.id, actorOf(user, address))
      }),
      {
        ...byAdmin,
        ...contract({
          summary: 'Остановка импорта; сохранённое остаётся',
          answers: { 200: importAnswer },
          refusals: ['NOT_FOUND', 'IMPORT_UNDER_WAY']
        })
      }
    )
    .get(
      '/rejects',
      async ({ params, user, address }) => await rejectedRows(context, params.id, readerOf(user, address)),
      {
        ...byAdmin,
        ...contract({
          summary: 'Отклонённые строки: CSV, который открывает Excel',
          answers: { 200: v.string() },
          type: 'text/csv',
          refusals: ['NOT_FOUND']
        })
      }
    )
}
