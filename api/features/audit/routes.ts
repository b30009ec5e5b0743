import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  askedQuery,
  auditAnswer,
  auditQuery,
  sealAnswer,
  verifyAnswer
} from '#shared/contracts/admin/audit.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { readSeal, verifyNow } from './seals.ts'
import { readAsked, readAudit } from './service.ts'

/** «Журнал действий» of the administrator. */
export const auditRoutes = (context: Context) =>
  new Elysia({ name: 'audit', prefix: '/api/auth/admin/audit' })
    .use(guard(context))
    .get('/', async ({ query, request }) => jsonResponse(await readAudit(context, query), request.headers), {
      role: ROLE_ADMIN,
      query: auditQuery,
      ...contract({
        summary: 'Действия, новые впереди; что искали, здесь нет',
        answers: { 200: auditAnswer }
      })
    })
    .post(
      '/asked',
      async ({ body, user, address, request }) =>
        jsonResponse(await readAsked(context, body, actorOf(user, address)), request.headers),
      {
        role: ROLE_ADMIN,
        addressed: true,
        body: askedQuery,
        ...contract({
          summary: 'Кто искал человека, которого называет строка',
          answers: { 200: auditAnswer },
          refusals: ['NOTHING_TO_SEARCH', 'QUERY_TOO_LONG', 'LIST_OF_PEOPLE', 'WORD_TOO_LONG']
        })
      }
    )
    .get('/seal', async ({ request }) => jsonResponse(await readSeal(context), request.headers), {
      role: ROLE_ADMIN,
      ...contract({ summary: 'Когда журнал в последний раз проверен', answers: { 200: sealAnswer } })
    })
    .post(
      '/verify',
      async ({ request }) => jsonResponse({ ok: true, check: await verifyNow(context) }, request.headers),
      {
        role: ROLE_ADMIN,
        ...contract({
          summary: 'Проверка журнала по его печатям',
          answers: { 200: verifyAnswer },
          refusals: ['AUDIT_CHECKING']
        })
      }
    )
