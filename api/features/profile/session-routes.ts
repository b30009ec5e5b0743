import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { readFactors } from '#api/features/second-factor/service.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { doneAnswer, ownSessionsEndedAnswer, securityAnswer } from '#shared/contracts/account/security.ts'

import { confirmOwnPlace, endOwnSession, ownSessions } from './sessions.ts'

const own = { signedIn: 'set_up', addressed: true } as const

/** What stands on «Безопасность», and the sessions of one's own account. */
export const ownSessionRoutes = (context: Context) =>
  new Elysia({ name: 'own-sessions', prefix: '/api/profile' })
    .use(guard(context))
    .get(
      '/security',
      async ({ user }) => ({
        ok: true,
        ...(await readFactors(context, user)),
        sessions: await ownSessions(context, user)
      }),
      {
        signedIn: 'set_up',
        ...contract({ summary: 'Второй шаг входа и сеансы', answers: { 200: securityAnswer } })
      }
    )
    .delete(
      '/sessions',
      async ({ user, address }) => {
        const which = { allBut: user.sessionId }
        return { ok: true, ended: await context.sessions.endOf(user.id, which, actorOf(user, address)) }
      },
      {
        ...own,
        ...contract({ summary: 'Конец остальных сеансов', answers: { 200: ownSessionsEndedAnswer } })
      }
    )
    .delete(
      '/sessions/:session',
      async ({ user, params, address }) => {
        await endOwnSession(context, user, params.session, actorOf(user, address))
        return { ok: true }
      },
      {
        ...own,
        ...contract({ summary: 'Конец одного сеанса', answers: { 200: doneAnswer }, refusals: ['NOT_FOUND'] })
      }
    )
    .post(
      '/sessions/:session/known',
      async ({ user, params }) => {
        await confirmOwnPlace(context, user, params.session)
        return { ok: true }
      },
      {
        ...own,
        ...contract({
          summary: '«Это я»: вход с нового места больше не отмечается',
          answers: { 200: doneAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
