import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  addedAnswer,
  suppressionAnswer,
  suppressionCheckAnswer,
  suppressionsAnswer,
  suppressionsQuery
} from '#shared/contracts/admin/suppressions.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { liftedSuppression, newSuppression, suppressedValue } from '#shared/rules/suppression.ts'
import { addSuppressions, checkSuppression, liftSuppression, listSuppressions } from './service.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

/** «Исключения»: who is not to be found. A value is in bodies alone, never in an address. */
export const suppressionRoutes = (context: Context) =>
  new Elysia({ name: 'suppressions', prefix: '/api/auth/admin/suppressions' })
    .use(guard(context))
    .get(
      '/',
      async ({ query, request }) => jsonResponse(await listSuppressions(context, query), request.headers),
      {
        role: ROLE_ADMIN,
        query: suppressionsQuery,
        ...contract({ summary: 'Исключения, новые впереди', answers: { 200: suppressionsAnswer } })
      }
    )
    .post(
      '/',
      async ({ body, user, address }) => ({
        ok: true,
        ...(await addSuppressions(context, body, actorOf(user, address)))
      }),
      {
        ...byAdmin,
        body: newSuppression,
        ...contract({
          summary: 'Исключение человека по тому, что о нём известно',
          answers: { 200: addedAnswer },
          refusals: ['UNKNOWN_VALUE', 'EXPIRY_PAST']
        })
      }
    )
    .post(
      '/check',
      async ({ body, user, address }) => ({
        ok: true,
        ...(await checkSuppression(context, body, actorOf(user, address)))
      }),
      {
        ...byAdmin,
        body: suppressedValue,
        ...contract({
          summary: 'Исключён ли человек с таким значением',
          answers: { 200: suppressionCheckAnswer },
          refusals: ['UNKNOWN_VALUE']
        })
      }
    )
    .post(
      '/:id/lift',
      async ({ params, body, user, address }) => ({
        ok: true,
        suppression: await liftSuppression(context, params.id, body.reason, actorOf(user, address))
      }),
      {
        ...byAdmin,
        body: liftedSuppression,
        ...contract({
          summary: 'Снятие исключения',
          answers: { 200: suppressionAnswer },
          refusals: ['NOT_FOUND', 'ALREADY_LIFTED']
        })
      }
    )
