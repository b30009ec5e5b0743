import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { formBody } from '#api/http/body.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { doneAnswer } from '#shared/contracts/admin/calls.ts'
import { exceptionAnswer, exceptionsAnswer } from '#shared/contracts/admin/ip-exceptions.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { exceptionEdit, exemptAddress as exemptForm, newException } from '#shared/rules/ip-exception.ts'
import {
  addException,
  editException,
  exemptAddress,
  listExceptions,
  removeException,
  removeExemptAddress
} from './service.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

/** Addresses without the bot check: the whole list, and the short one of the settings. */
export const ipExceptionRoutes = (context: Context) =>
  new Elysia({ name: 'ip-exceptions', prefix: '/api/auth/admin' })
    .use(guard(context))
    .get(
      '/ip_exceptions',
      async ({ request }) =>
        jsonResponse({ ok: true, ip_exceptions: await listExceptions(context) }, request.headers),
      {
        role: ROLE_ADMIN,
        ...contract({ summary: 'Исключения IP, новые впереди', answers: { 200: exceptionsAnswer } })
      }
    )
    .post(
      '/ip_exceptions',
      async ({ user, address, body }) => ({
        ok: true,
        ip_exception: await addException(context, body, actorOf(user, address))
      }),
      {
        ...byAdmin,
        parse: formBody,
        body: newException,
        ...contract({
          summary: 'Новое исключение IP',
          answers: { 200: exceptionAnswer },
          refusals: ['NOT_AN_ADDRESS', 'ADDRESS_KNOWN']
        })
      }
    )
    .put(
      '/ip_exceptions/:id',
      async ({ user, address, params, body }) => ({
        ok: true,
        ip_exception: await editException(context, params.id, body, actorOf(user, address))
      }),
      {
        ...byAdmin,
        body: exceptionEdit,
        ...contract({
          summary: 'Название, описание и действие исключения',
          answers: { 200: exceptionAnswer },
          refusals: ['NOT_AN_ADDRESS', 'NOT_FOUND', 'PROTECTED_ADDRESS']
        })
      }
    )
    .delete(
      '/ip_exceptions/:id',
      async ({ user, address, params }) => {
        await removeException(context, params.id, actorOf(user, address))
        return { ok: true }
      },
      {
        ...byAdmin,
        ...contract({
          summary: 'Удаление исключения IP',
          answers: { 200: doneAnswer },
          refusals: ['NOT_FOUND', 'PROTECTED_ADDRESS']
        })
      }
    )
    .post(
      '/exempt_ips',
      async ({ user, address, body }) => {
        await exemptAddress(context, body.ip, actorOf(user, address))
        return { ok: true }
      },
      {
        ...byAdmin,
        parse: formBody,
        body: exemptForm,
        ...contract({
          summary: 'Адрес без проверки безопасности',
          answers: { 200: doneAnswer },
          refusals: ['NOT_AN_ADDRESS', 'ADDRESS_KNOWN']
        })
      }
    )
    .delete(
      '/exempt_ips/:ip',
      async ({ user, address, params }) => {
        await removeExemptAddress(context, params.ip, actorOf(user, address))
        return { ok: true }
      },
      {
        ...byAdmin,
        ...contract({
          summary: 'Адрес снова проверяется',
          answers: { 200: doneAnswer },
          refusals: ['NOT_AN_ADDRESS', 'NOT_FOUND', 'PROTECTED_ADDRESS']
        })
      }
    )
