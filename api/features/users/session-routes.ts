import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { factorsResetAnswer, sessionsEndedAnswer } from '#shared/contracts/admin/users.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { USER_TEXTS } from '#shared/texts/admin.ts'
import { endUserSessions, resetUserFactors } from './way-in.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

export const userSessionRoutes = (context: Context) =>
  new Elysia({ name: 'user-sessions', prefix: '/api/auth/admin/users/:id' })
    .use(guard(context))
    .delete(
      '/second_factor',
      async ({ params, user, address }) => ({
        ok: true,
        message: USER_TEXTS.factorsReset,
        removed: await resetUserFactors(context, params.id, user, actorOf(user, address))
      }),
      {
        ...byAdmin,
        ...contract({
          summary: 'Сброс второго шага входа пользователя, который его потерял',
          answers: { 200: factorsResetAnswer },
          refusals: ['NOT_FOUND', 'PROOF_REQUIRED', 'NO_FACTOR', 'OWN_ACCOUNT']
        })
      }
    )
    .delete(
      '/sessions',
      async ({ params, user, address }) => {
        const which = { allBut: user.sessionId }
        return { ok: true, ended: await endUserSessions(context, params.id, which, actorOf(user, address)) }
      },
      {
        ...byAdmin,
        ...contract({
          summary: 'Конец всех сеансов пользователя, кроме того, из которого спрашивают',
          answers: { 200: sessionsEndedAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
    .delete(
      '/sessions/:session',
      async ({ params, user, address }) => {
        const which = { only: params.session }
        return { ok: true, ended: await endUserSessions(context, params.id, which, actorOf(user, address)) }
      },
      {
        ...byAdmin,
        ...contract({
          summary: 'Конец одного сеанса',
          answers: { 200: sessionsEndedAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
