import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { isMasked } from '#api/features/search/service.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { eraseAnswer, importedAnswer, linkedAnswer } from '#shared/contracts/admin/suppressions.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { erasure, hashList, suppressedValue } from '#shared/rules/suppression.ts'
import { eraseSuppressed } from './erasing.ts'
import { importHashes } from './hash-list.ts'
import { linkedValues } from './linked.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

/** What goes before and after an entry: what else is of the same person, lists from elsewhere, and the records themselves. */
export const suppressionActRoutes = (context: Context) =>
  new Elysia({ name: 'suppression-acts', prefix: '/api/auth/admin/suppressions' })
    .use(guard(context))
    .post(
      '/linked',
      async ({ body, user, address }) => ({
        ok: true,
        ...(await linkedValues(context, body, actorOf(user, address), isMasked(context, user)))
      }),
      {
        ...byAdmin,
        body: suppressedValue,
        ...contract({
          summary: 'Что ещё записи точно говорят о том же человеке',
          answers: { 200: linkedAnswer },
          refusals: ['UNKNOWN_VALUE', 'SEARCH_DOWN']
        })
      }
    )
    .post(
      '/import',
      async ({ body, user, address }) => ({
        ok: true,
        rows: await importHashes(context, body, actorOf(user, address))
      }),
      {
        ...byAdmin,
        body: hashList,
        ...contract({
          summary: 'Строки списка хешей, с итогом по каждой',
          answers: { 200: importedAnswer },
          refusals: ['EXPIRY_PAST']
        })
      }
    )
    .post(
      '/erase',
      async ({ body, user, address }) => ({
        ok: true,
        ...(await eraseSuppressed(context, body, actorOf(user, address)))
      }),
      {
        ...byAdmin,
        body: erasure,
        ...contract({
          summary: 'Удаление записей исключённого; исключение остаётся',
          answers: { 200: eraseAnswer },
          refusals: ['NOT_FOUND', 'NOT_SUPPRESSED']
        })
      }
    )
