import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { formBody } from '#api/http/body.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  createPaymentBody,
  paymentAnswer,
  paymentRateAnswer,
  paymentStatsAnswer,
  paymentsAnswer
} from '#shared/contracts/payments.ts'
import {
  cancelOwnPayment,
  createPayment,
  listPayments,
  paymentRate,
  paymentStats,
  readPayment
} from './service.ts'

export const paymentRoutes = (context: Context) =>
  new Elysia({ name: 'payments', prefix: '/api/payment' })
    .use(guard(context))
    .get('/rate', async () => ({ ok: true as const, data: await paymentRate(context) }), {
      signedIn: true,
      ...contract({ summary: 'Курс, надбавка и сети для оплаты', answers: { 200: paymentRateAnswer } })
    })
    .get(
      '/my',
      async ({ user, request }) =>
        jsonResponse({ ok: true, data: await listPayments(context, user.id) }, request.headers),
      {
        signedIn: true,
        ...contract({ summary: 'Свои платежи, новые впереди', answers: { 200: paymentsAnswer } })
      }
    )
    .get('/stats', async ({ user }) => ({ ok: true, data: await paymentStats(context, user.id) }), {
      signedIn: true,
      ...contract({ summary: 'Свои платежи в числах', answers: { 200: paymentStatsAnswer } })
    })
    .post(
      '/create',
      async ({ user, body, request }) => {
        const wanted = { cents: body.usd_amount, networkKey: body.network ?? null }
        const clientKey = request.headers.get('idempotency-key')
        return { ok: true, data: await createPayment(context, user.id, { ...wanted, clientKey }) }
      },
      {
        signedIn: true,
        parse: formBody,
        body: createPaymentBody,
        ...contract({
          summary: 'Новый платёж с собственным адресом',
          answers: { 200: paymentAnswer },
          refusals: ['NO_SUCH_NETWORK', 'TOO_MANY_PAYMENTS', 'TOO_MANY_UNPAID', 'BALANCE_FULL', 'KEY_REUSED'],
          takesKey: true
        })
      }
    )
    .get(
      '/:id',
      async ({ user, params }) => ({ ok: true, data: await readPayment(context, user.id, params.id) }),
      {
        signedIn: true,
        ...contract({ summary: 'Один свой платёж', answers: { 200: paymentAnswer }, refusals: ['NOT_FOUND'] })
      }
    )
    .post(
      '/:id/cancel',
      async ({ user, address, params }) => ({
        ok: true,
        data: await cancelOwnPayment(context, { userId: user.id, address }, params.id)
      }),
      {
        signedIn: true,
        addressed: true,
        ...contract({
          summary: 'Отмена платежа, на который ничего не пришло',
          answers: { 200: paymentAnswer },
          refusals: ['NOT_FOUND', 'NOT_PENDING', 'HAS_MONEY']
        })
      }
    )
