import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { unreadBody } from '#api/http/body.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { doneAnswer } from '#shared/contracts/admin/calls.ts'
import {
  importAnswer,
  importsAnswer,
  importsQuery,
  pieceAnswer,
  pieceQuery,
  uploadForm
} from '#shared/contracts/admin/imports.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { deleteImport, listImports, readImport } from './service.ts'
import { beginUpload, takePiece } from './uploads.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

export const uploadRoutes = (context: Context) =>
  new Elysia({ name: 'uploads', prefix: '/api/auth/admin/imports' })
    .use(guard(context))
    .get(
      '/',
      async ({ query, request }) =>
        jsonResponse({ ok: true, imports: await listImports(context, query.source) }, request.headers),
      {
        role: ROLE_ADMIN,
        query: importsQuery,
        ...contract({
          summary: 'Загруженные файлы и их импорты',
          answers: { 200: importsAnswer },
          refusals: ['BAD_INDEX_NAME']
        })
      }
    )
    .post(
      '/',
      async ({ body, user, address }) => {
        const id = await beginUpload(context, body, actorOf(user, address))
        return { ok: true, import: await readImport(context, id) }
      },
      {
        ...byAdmin,
        body: uploadForm,
        ...contract({
          summary: 'Начало загрузки файла, или продолжение прерванной',
          answers: { 200: importAnswer },
          refusals: ['BAD_FILE_NAME', 'FILE_EMPTY', 'FILE_TOO_LARGE', 'UPLOADS_FULL', 'UPLOAD_BUSY']
        })
      }
    )
    .get('/:id', async ({ params }) => ({ ok: true, import: await readImport(context, params.id) }), {
      role: ROLE_ADMIN,
      ...contract({
        summary: 'Сколько принято, как идёт импорт и чем кончился',
        answers: { 200: importAnswer },
        refusals: ['NOT_FOUND']
      })
    })
    .put(
      '/:id/piece',
      async ({ params, query, request, user, address }) => ({
        ok: true,
        received: await takePiece(context, params.id, query.offset, request, actorOf(user, address))
      }),
      {
        ...byAdmin,
        parse: unreadBody,
        query: pieceQuery,
        ...contract({
          summary: 'Следующие байты файла, не больше 8 МБ',
          answers: { 200: pieceAnswer },
          refusals: [
            'BAD_INPUT',
            'UNSUPPORTED_TYPE',
            'NOT_FOUND',
            'UPLOAD_OFFSET',
            'UPLOAD_TOO_LONG',
            'UPLOAD_DAMAGED',
            'UPLOAD_BUSY',
            'UPLOADS_FULL'
          ]
        })
      }
    )
    .delete(
      '/:id',
      async ({ params, user, address }) => {
        await deleteImport(context, params.id, actorOf(user, address))
        return { ok: true }
      },
      {
        ...byAdmin,
        ...contract({
          summary: 'Удаление файла и списка отклонённых строк; импорт останавливается',
          answers: { 200: doneAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
