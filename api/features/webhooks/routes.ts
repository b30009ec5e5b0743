import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  webhookAnswer,
  webhookDoneAnswer,
  webhookSecretAnswer,
  webhooksAnswer
} from '#shared/contracts/profile.ts'
import { webhookForm } from '#shared/rules/webhooks.ts'
import { addWebhook, editWebhook, listWebhooks, removeWebhook, renewSecret } from './service.ts'

const acted = { signedIn: true, addressed: true } as const

/** Where a person's own system is told of events: set on the site, never by a token. */
export const webhookRoutes = (context: Context) =>
  new Elysia({ name: 'webhooks', prefix: '/api/profile/webhooks' })
    .use(guard(context))
    .get('', async ({ user }) => ({ ok: true, webhooks: await listWebhooks(context, user.id) }), {
      signedIn: true,
      ...contract({ summary: 'Адреса уведомлений, без секретов', answers: { 200: webhooksAnswer } })
    })
    .post(
      '',
      async ({ user, address, body }) => ({
        ok: true,
        ...(await addWebhook(context, actorOf(user, address), body))
      }),
      {
        ...acted,
        body: webhookForm,
        ...contract({
          summary: 'Новый адрес уведомлений: секрет подписи отвечается один раз',
          answers: { 200: webhookSecretAnswer },
          refusals: ['WEBHOOK_PRIVATE', 'WEBHOOK_UNRESOLVED', 'TOO_MANY_SENDS', 'TOO_MANY_WEBHOOKS']
        })
      }
    )
    .put(
      '/:id',
      async ({ user, address, body, params }) => ({
        ok: true,
        webhook: await editWebhook(context, actorOf(user, address), params.id, body)
      }),
      {
        ...acted,
        body: webhookForm,
        ...contract({
          summary: 'Другой адрес или другие события',
          answers: { 200: webhookAnswer },
          refusals: ['NOT_FOUND', 'WEBHOOK_PRIVATE', 'WEBHOOK_UNRESOLVED', 'TOO_MANY_SENDS']
        })
      }
    )
    .post(
      '/:id/secret',
      async ({ user, address, params }) => ({
        ok: true,
        ...(await renewSecret(context, actorOf(user, address), params.id))
      }),
      {
        ...acted,
        ...contract({
          summary: 'Новый секрет подписи: прежний перестаёт действовать сразу',
          answers: { 200: webhookSecretAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
    .delete(
      '/:id',
      async ({ user, address, params }) => {
        await removeWebhook(context, actorOf(user, address), params.id)
        return { ok: true }
      },
      {
        ...acted,
        ...contract({
          summary: 'Удаление адреса со всем, что ему ещё не доставлено',
          answers: { 200: webhookDoneAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
