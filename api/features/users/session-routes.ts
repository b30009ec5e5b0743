import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { sessionsEndedAnswer } from '#shared/contracts/admin-users.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { endUserSessions } from './admin-service.ts'

/** Sessions of a user, which an administrator can end. */
export const userSessionRoutes = (context: Context) =>
  new Elysia({ name: 'user-sessions', prefix: '/api/auth/admin/users/:id/sessions' })
    .use(guard(context))
    .delete(
      '/',
      async ({ params, user, address }) => {
        const which = { allBut: user.sessionId }
        return { ok: true, ended: await endUserSessions(context, params.id, which, actorOf(user, address)) }
      },
      {
        role: ROLE_ADMIN,
        addressed: true,
        ...contract({
          summary: 'Конец всех сеансов пользователя, кроме того, из которого спрашивают',
          answers: { 200: sessionsEndedAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
    .delete(
      '/:session',
      async ({ params, user, address }) => {
        const which = { only: params.session }
        return { ok: true, ended: await endUserSessions(context, params.id, which, actorOf(user, address)) }
      },
      {
        role: ROLE_ADMIN,
        addressed: true,
        ...contract({
          summary: 'Конец одного сеанса',
          answers: { 200: sessionsEndedAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
