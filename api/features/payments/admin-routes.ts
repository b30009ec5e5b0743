import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { formBody } from '#api/http/body.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  adminDoneAnswer,
  adminPaymentAnswer,
  adminPaymentsAnswer,
  adminPaymentsQuery,
  paymentHealthAnswer,
  reviewAnswer,
  reviewQuery
} from '#shared/contracts/admin/payments.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import type { ProblemCode } from '#shared/problems.ts'
import { paymentConfirmation } from '#shared/rules/payment-confirmation.ts'
import {
  confirmByAdmin,
  decideByAdmin,
  deleteByAdmin,
  listAllPayments,
  listReview,
  paymentHealth,
  resumeByAdmin
} from './admin-service.ts'

const act = (summary: string, refusals: readonly ProblemCode[]) => ({
  role: ROLE_ADMIN,
  addressed: true as const,
  ...contract({ summary, answers: { 200: adminDoneAnswer }, refusals })
})

export const adminPaymentRoutes = (context: Context) =>
  new Elysia({ name: 'payments-admin', prefix: '/api/auth/admin/payments' })
    .use(guard(context))
    .get(
      '/',
      async ({ query, request }) => jsonResponse(await listAllPayments(context, query), request.headers),
      {
        role: ROLE_ADMIN,
        query: adminPaymentsQuery,
        ...contract({ summary: 'Платежи всех пользователей', answers: { 200: adminPaymentsAnswer } })
      }
    )
    .get(
      '/review',
      async ({ query, request }) => jsonResponse(await listReview(context, query), request.headers),
      {
        role: ROLE_ADMIN,
        query: reviewQuery,
        ...contract({ summary: 'Поступления, которые ждут решения', answers: { 200: reviewAnswer } })
      }
    )
    .get('/health', () => paymentHealth(context), {
      role: ROLE_ADMIN,
      ...contract({ summary: 'Состояние сетей и сверка счетов', answers: { 200: paymentHealthAnswer } })
    })
    .post(
      '/review/:id/credit',
      async ({ user, address, params }) => {
        await decideByAdmin(context, { userId: user.id, address }, params.id, 'credited')
        return { ok: true }
      },
      act('Зачислить поступление владельцу адреса', ['NOT_FOUND', 'ALREADY_DECIDED', 'BALANCE_FULL'])
    )
    .post(
      '/review/:id/dismiss',
      async ({ user, address, params }) => {
        await decideByAdmin(context, { userId: user.id, address }, params.id, 'dismissed')
        return { ok: true }
      },
      act('Убрать поступление из ожидающих без зачисления', ['NOT_FOUND', 'ALREADY_DECIDED'])
    )
    .post(
      '/networks/:network/resume',
      async ({ user, address, params }) => {
        await resumeByAdmin(context, { userId: user.id, address }, params.network)
        return { ok: true }
      },
      act('Возобновить зачисление в остановленной сети', ['NOT_FOUND', 'NOT_HALTED'])
    )
    .post(
      '/:id/confirm',
      async ({ user, address, params, body }) => ({
        ok: true,
        payment: await confirmByAdmin(
          context,
          { userId: user.id, address },
          params.id,
          body.reason ?? undefined
        )
      }),
      {
        role: ROLE_ADMIN,
        addressed: true,
        parse: formBody,
        body: paymentConfirmation,
        ...contract({
          summary: 'Подтвердить платёж, который ожидает оплаты',
          answers: { 200: adminPaymentAnswer },
          refusals: ['NOT_FOUND', 'NOT_PENDING', 'BALANCE_FULL']
        })
      }
    )
    .delete(
      '/:id',
      async ({ user, address, params }) => {
        await deleteByAdmin(context, { userId: user.id, address }, params.id)
        return { ok: true }
      },
      act('Убрать платёж из списка; поступления и зачисления остаются', ['NOT_FOUND'])
    )
