import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { webhookDeliveriesAnswer, webhookDeliveryAnswer } from '#shared/contracts/profile.ts'
import { listDeliveries, redeliver, tryWebhook } from './service.ts'

/** What was sent to a person's own system, and to send it anew. */
export const webhookDeliveryRoutes = (context: Context) =>
  new Elysia({ name: 'webhook-deliveries', prefix: '/api/profile/webhooks' })
    .use(guard(context))
    .post(
      '/:id/ping',
      async ({ user, params }) => ({ ok: true, delivery: await tryWebhook(context, user.id, params.id) }),
      {
        signedIn: true,
        ...contract({
          summary: 'Пробная отправка',
          answers: { 200: webhookDeliveryAnswer },
          refusals: ['NOT_FOUND', 'TOO_MANY_SENDS']
        })
      }
    )
    .get(
      '/:id/deliveries',
      async ({ user, params }) => ({
        ok: true,
        deliveries: await listDeliveries(context, user.id, params.id)
      }),
      {
        signedIn: true,
        ...contract({
          summary: 'Последние отправки',
          answers: { 200: webhookDeliveriesAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
    .post(
      '/:id/deliveries/:delivery/redeliver',
      async ({ user, params }) => ({
        ok: true,
        delivery: await redeliver(context, user.id, params.id, params.delivery)
      }),
      {
        signedIn: true,
        ...contract({
          summary: 'Отправка ещё раз, с тем же номером события',
          answers: { 200: webhookDeliveryAnswer },
          refusals: ['NOT_FOUND', 'TOO_MANY_SENDS']
        })
      }
    )
