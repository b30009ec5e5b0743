import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { userEditedAnswer } from '#shared/contracts/admin/users.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { userBlock } from '#shared/rules/admin-users.ts'
import { USER_TEXTS } from '#shared/texts/admin.ts'
import { setBlocked } from './admin-service.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

export const userBlockRoutes = (context: Context) =>
  new Elysia({ name: 'user-block', prefix: '/api/auth/admin/users/:id' })
    .use(guard(context))
    .post(
      '/block',
      async ({ params, body, user, address }) => ({
        ok: true,
        message: USER_TEXTS.blocked,
        user: await setBlocked(context, params.id, body.reason, actorOf(user, address))
      }),
      {
        ...byAdmin,
        body: userBlock,
        ...contract({
          summary: 'Блокировка: сеансы и токены пользователя кончаются, имя остаётся занятым',
          answers: { 200: userEditedAnswer },
          refusals: ['NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR', 'ALREADY_BLOCKED', 'OVERLOADED']
        })
      }
    )
    .post(
      '/unblock',
      async ({ params, user, address }) => ({
        ok: true,
        message: USER_TEXTS.unblocked,
        user: await setBlocked(context, params.id, null, actorOf(user, address))
      }),
      {
        ...byAdmin,
        ...contract({
          summary: 'Снятие блокировки',
          answers: { 200: userEditedAnswer },
          refusals: ['NOT_FOUND', 'NOT_BLOCKED', 'OVERLOADED']
        })
      }
    )
