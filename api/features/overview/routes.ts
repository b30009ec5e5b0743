import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { overviewAnswer } from '#shared/contracts/admin/overview.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { readOverview } from './service.ts'

/** The first page of the administrator's area. */
export const overviewRoutes = (context: Context) =>
  new Elysia({ name: 'overview', prefix: '/api/auth/admin/overview' })
    .use(guard(context))
    .get('/', () => readOverview(context), {
      role: ROLE_ADMIN,
      ...contract({ summary: 'Цифры на карточках администратора', answers: { 200: overviewAnswer } })
    })
