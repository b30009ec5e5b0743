import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/open-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { auditAnswer, auditQuery } from '#shared/contracts/admin/audit.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { readAudit } from './service.ts'

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
