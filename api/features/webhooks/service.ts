import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { takeRateLimitPlaces } from '#api/features/throttle/service.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { WEBHOOK_SENDS_PER_MINUTE, WEBHOOK_TIMEOUT_MS, WEBHOOKS_PER_ACCOUNT } from '#shared/constants.ts'
import type { Webhook, WebhookDelivery } from '#shared/contracts/profile.ts'
import { PROBLEMS } from '#shared/problems.ts'
import type { WebhookForm } from '#shared/rules/webhooks.ts'
import { deliveriesOf, queuePing, requeue, type StoredDelivery } from './delivery-store.ts'
import { isLiteral, NotSent, publicAddresses } from './public-address.ts'
import { maskSecret, newNonce, secretOf } from './signature.ts'
import {
  changeSecret,
  changeWebhook,
  deleteWebhook,
  type Secret,
  type StoredWebhook,
  storeWebhook,
  webhooksOf
} from './store.ts'

export { deliverWebhooks } from './deliver.ts'
export { forgetDeliveries } from './delivery-store.ts'

interface SaidSecret {
  webhook: Webhook
  secret: string
}

export async function listWebhooks({ sql }: Context, userId: number): Promise<Webhook[]> {
  return (await webhooksOf(sql, userId)).map(webhookView)
}

/** @throws Refusal `TOO_MANY_SENDS`, `WEBHOOK_PRIVATE`, `WEBHOOK_UNRESOLVED`, `TOO_MANY_WEBHOOKS`. */
export async function addWebhook(context: Context, actor: Actor, form: WebhookForm): Promise<SaidSecret> {
  const { sql, secrets } = context
  await refuseUnreachable(context, actor, form.url)
  const fresh = newSecret(secrets.session)
  const stored = await storeWebhook(sql, actor, form, fresh.stored, WEBHOOKS_PER_ACCOUNT)
  if (stored === null) throw new Refusal('TOO_MANY_WEBHOOKS')
  return { webhook: webhookView(stored), secret: fresh.secret }
}

/** @throws Refusal `NOT_FOUND`, `TOO_MANY_SENDS`, `WEBHOOK_PRIVATE`, `WEBHOOK_UNRESOLVED`. */
export async function editWebhook(
  context: Context,
  actor: Actor,
  id: string,
  form: WebhookForm
): Promise<Webhook> {
  await refuseUnreachable(context, actor, form.url)
  return webhookView(orNotFound(await changeWebhook(context.sql, actor, pathNumber(id), form)))
}

/** The former secret signs nothing from now on. @throws Refusal `NOT_FOUND`. */
export async function renewSecret({ sql, secrets }: Context, actor: Actor, id: string): Promise<SaidSecret> {
  const fresh = newSecret(secrets.session)
  const stored = orNotFound(await changeSecret(sql, actor, pathNumber(id), fresh.stored))
  return { webhook: webhookView(stored), secret: fresh.secret }
}

/** @throws Refusal `NOT_FOUND`. */
export async function removeWebhook({ sql }: Context, actor: Actor, id: string): Promise<void> {
  if (!(await deleteWebhook(sql, actor, pathNumber(id)))) throw new Refusal('NOT_FOUND')
}

/** What went to an address of the user lately; nothing of another's. */
export async function listDeliveries(
  { sql }: Context,
  userId: number,
  id: string
): Promise<WebhookDelivery[]> {
  return orNotFound(await deliveriesOf(sql, userId, pathNumber(id))).map(deliveryView)
}

/** Sends something to try the address. @throws Refusal `NOT_FOUND`, `TOO_MANY_SENDS`. */
export async function tryWebhook(context: Context, userId: number, id: string): Promise<WebhookDelivery> {
  await takeSend(context, userId)
  return deliveryView(orNotFound(await queuePing(context.sql, userId, pathNumber(id))))
}

/** Sends an event anew, also one that was taken. @throws Refusal `NOT_FOUND`, `TOO_MANY_SENDS`. */
export async function redeliver(
  context: Context,
  userId: number,
  id: string,
  delivery: string
): Promise<WebhookDelivery> {
  await takeSend(context, userId)
  return deliveryView(orNotFound(await requeue(context.sql, userId, pathNumber(id), pathNumber(delivery))))
}

const takeSend = (context: Context, userId: number) =>
  takeRateLimitPlaces(context, 'TOO_MANY_SENDS', [
    { key: `webhook:${userId}`, most: WEBHOOK_SENDS_PER_MINUTE, windowSeconds: 60 }
  ])

/** Looks a name up, as a try of it would. Of a name it is not said what it leads to: names of a network inside would be told apart. */
async function refuseUnreachable(context: Context, { actorId }: Actor, url: string): Promise<void> {
  await takeSend(context, actorId)
  await publicAddresses(context.webhookNetwork, new URL(url), AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)).catch(
    error => {
      if (!(error instanceof NotSent)) throw error
      const isInside = error.failure === 'private_address' && isLiteral(new URL(url))
      const code = isInside ? 'WEBHOOK_PRIVATE' : 'WEBHOOK_UNRESOLVED'
      throw new Refusal(code, { fields: { url: PROBLEMS[code].text } })
    }
  )
}

function newSecret(key: string): { secret: string; stored: Secret } {
  const nonce = newNonce()
  const secret = secretOf(key, nonce)
  return { secret, stored: { nonce, masked: maskSecret(secret) } }
}

function orNotFound<T>(row: T | null): T {
  if (row === null) throw new Refusal('NOT_FOUND')
  return row
}

const webhookView = ({ id, url, events, masked, secretAt, createdAt }: StoredWebhook): Webhook => ({
  id,
  url,
  events,
  secret: masked,
  secret_at: secretAt.toISOString(),
  created_at: createdAt.toISOString()
})

function deliveryView(row: StoredDelivery): WebhookDelivery {
  const { id, eventId, event, createdAt, state, attempts, triedAt, nextAt, status, failure, tookMs } = row
  return {
    id,
    event_id: eventId,
    event: event as WebhookDelivery['event'],
    created_at: createdAt.toISOString(),
    state,
    attempts,
    tried_at: triedAt?.toISOString() ?? null,
    next_at: state === 'waiting' ? nextAt.toISOString() : null,
    status,
    failure,
    took_ms: tookMs
  }
}
