import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { isMasked } from '#api/features/search/service.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { remapAnswer, remapForm } from '#shared/contracts/admin/imports.ts'
import { examplesAnswer, indexAnswer, undoAnswer, undoPlanAnswer } from '#shared/contracts/admin/indices.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { passport } from '#shared/rules/passport.ts'
import { columnExamples, plannedUndo, readIndex, remapIndex, savePassport, undo } from './service.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

export const sourceRoutes = (context: Context) =>
  new Elysia({ name: 'sources', prefix: '/api/auth/admin/es_indices/:name' })
    .use(guard(context))
    .get(
      '/',
      async ({ params, request }) => jsonResponse(await readIndex(context, params.name), request.headers),
      {
        role: ROLE_ADMIN,
        ...contract({
          summary: 'Паспорт, колонки и партии одного источника',
          answers: { 200: indexAnswer },
          refusals: ['BAD_INDEX_NAME', 'NOT_FOUND']
        })
      }
    )
    .get(
      '/examples',
      async ({ params, user, address, request }) => {
        const { index } = await readIndex(context, params.name)
        const reader = {
          actor: actorOf(user, address),
          isMasked: isMasked(context, user),
          signal: request.signal
        }
        return { ok: true, columns: await columnExamples(context, index.name, reader) }
      },
      {
        ...byAdmin,
        ...contract({
          summary: 'Примеры значений каждой колонки',
          answers: { 200: examplesAnswer },
          refusals: ['BAD_INDEX_NAME', 'NOT_FOUND']
        })
      }
    )
    .put(
      '/passport',
      async ({ params, body, user, address }) => {
        await savePassport(context, params.name, body, actorOf(user, address))
        return await readIndex(context, params.name)
      },
      {
        ...byAdmin,
        body: passport,
        ...contract({
          summary: 'Паспорт источника',
          answers: { 200: indexAnswer },
          refusals: ['BAD_INDEX_NAME', 'NOT_FOUND', 'BATCH_BUSY', 'PASSPORT_INCOMPLETE']
        })
      }
    )
    .post(
      '/remap',
      async ({ params, body, user, address }) => ({
        ok: true,
        remap: await remapIndex(context, params.name, body, actorOf(user, address))
      }),
      {
        ...byAdmin,
        body: remapForm,
        ...contract({
          summary: 'Что в колонках и чьи они; записи переиндексируются в фоне',
          answers: { 200: remapAnswer },
          refusals: ['BAD_INDEX_NAME', 'NOT_FOUND', 'UNKNOWN_COLUMN', 'BATCH_BUSY']
        })
      }
    )
    .get(
      '/batches/:id/undo',
      async ({ params }) => ({ ok: true, removal: await plannedUndo(context, params.name, params.id) }),
      {
        role: ROLE_ADMIN,
        ...contract({
          summary: 'Что станет с записями без партии',
          answers: { 200: undoPlanAnswer },
          refusals: ['BAD_INDEX_NAME', 'NOT_FOUND', 'BATCH_UNDONE', 'BATCH_BUSY']
        })
      }
    )
    .post(
      '/batches/:id/undo',
      async ({ params, user, address }) => ({
        ok: true,
        removal: await undo(context, params.name, params.id, actorOf(user, address))
      }),
      {
        ...byAdmin,
        ...contract({
          summary: 'Убрать то, что принесла партия',
          answers: { 200: undoAnswer },
          refusals: ['BAD_INDEX_NAME', 'NOT_FOUND', 'BATCH_UNDONE', 'BATCH_BUSY']
        })
      }
    )
