import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { formBody } from '#api/http/body.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { actAnswer, pageQuery } from '#shared/contracts/admin/calls.ts'
import {
  ledgerAnswer,
  userAnswer,
  userEditedAnswer,
  usersAnswer,
  usersQuery
} from '#shared/contracts/admin/users.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { passwordReset, userEdit } from '#shared/rules/admin-users.ts'
import { USER_TEXTS } from '#shared/texts/admin.ts'
import { deleteUser, listUsers, readLedger, readUser, resetPassword, updateUser } from './admin-service.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

export const adminUserRoutes = (context: Context) =>
  new Elysia({ name: 'users-admin', prefix: '/api/auth/admin/users' })
    .use(guard(context))
    .get('/', async ({ query, request }) => jsonResponse(await listUsers(context, query), request.headers), {
      role: ROLE_ADMIN,
      query: usersQuery,
      ...contract({ summary: 'Пользователи', answers: { 200: usersAnswer } })
    })
    .get('/:id', ({ params, user }) => readUser(context, params.id, user), {
      role: ROLE_ADMIN,
      ...contract({
        summary: 'Один пользователь: сколько искал и где вошёл',
        answers: { 200: userAnswer },
        refusals: ['NOT_FOUND']
      })
    })
    .get(
      '/:id/ledger',
      async ({ params, query, request }) =>
        jsonResponse(await readLedger(context, params.id, query), request.headers),
      {
        role: ROLE_ADMIN,
        query: pageQuery,
        ...contract({
          summary: 'Движения баланса, новые впереди',
          answers: { 200: ledgerAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
    .post(
      '/:id/update',
      async ({ params, body, user, address }) => ({
        ok: true,
        message: USER_TEXTS.updated,
        user: await updateUser(context, params.id, body, actorOf(user, address))
      }),
      {
        ...byAdmin,
        parse: formBody,
        body: userEdit,
        ...contract({
          summary: 'Роль, баланс и Telegram Chat ID',
          answers: { 200: userEditedAnswer },
          refusals: ['NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR', 'OVERLOADED']
        })
      }
    )
    .post(
      '/:id/change_password',
      async ({ params, body, user, address }) => {
        const change = { password: body.new_password, keepSession: user.sessionId }
        await resetPassword(context, params.id, change, actorOf(user, address))
        return { ok: true, message: USER_TEXTS.passwordChanged }
      },
      {
        ...byAdmin,
        parse: formBody,
        body: passwordReset,
        ...contract({
          summary: 'Новый пароль: сеансы пользователя кончаются',
          answers: { 200: actAnswer },
          refusals: ['NOT_FOUND', 'COMMON_PASSWORD', 'OVERLOADED']
        })
      }
    )
    .delete(
      '/:id',
      async ({ params, user, address }) => {
        await deleteUser(context, params.id, actorOf(user, address))
        return { ok: true, message: USER_TEXTS.deleted }
      },
      {
        ...byAdmin,
        ...contract({
          summary: 'Удаление пользователя; журнал баланса и аудит остаются',
          answers: { 200: actAnswer },
          refusals: ['NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR', 'OVERLOADED']
        })
      }
    )
