import * as v from 'valibot'
import { WEBHOOK_DELIVERIES_SHOWN, WEBHOOKS_PER_ACCOUNT } from '#shared/constants.ts'
import {
  WEBHOOK_EVENTS,
  WEBHOOK_FAILURES,
  WEBHOOK_PING,
  type WebhookEvent,
  type WebhookFailure
} from '#shared/labels/webhooks.ts'
import { userShape } from './auth.ts'
import { count, moment } from './values.ts'

/** `POST /api/profile/change-password`. */
export const passwordChangedAnswer = v.strictObject({
  ok: v.literal(true),
  success: v.literal(true),
  message: v.string()
})

/** `PUT /api/profile/settings`. */
export const settingsAnswer = v.strictObject({ ...passwordChangedAnswer.entries, user: userShape })

const event = v.picklist(Object.keys(WEBHOOK_EVENTS) as WebhookEvent[])

export const webhook = v.strictObject({
  id: count,
  url: v.string(),
  events: v.array(event),
  /** «whs_…7c1d» */
  secret: v.string(),
  secret_at: moment,
  created_at: moment
})
export type Webhook = v.InferOutput<typeof webhook>

/** `GET /api/profile/webhooks`: oldest first. */
export const webhooksAnswer = v.strictObject({
  ok: v.literal(true),
  webhooks: v.pipe(v.array(webhook), v.maxLength(WEBHOOKS_PER_ACCOUNT))
})

/** `PUT /api/profile/webhooks/{id}`. */
export const webhookAnswer = v.strictObject({ ok: v.literal(true), webhook })

/** `POST /api/profile/webhooks` and `…/{id}/secret`: the secret is shown once. */
export const webhookSecretAnswer = v.strictObject({
  ...webhookAnswer.entries,
  secret: v.pipe(v.string(), v.regex(/^whs_[\w-]{43}$/))
})

export const webhookDoneAnswer = v.strictObject({ ok: v.literal(true) })

const webhookDelivery = v.strictObject({
  id: count,
  /** The same at every address and try. */
  event_id: v.pipe(v.string(), v.uuid()),
  event: v.union([event, v.literal(WEBHOOK_PING)]),
  created_at: moment,
  state: v.picklist(['waiting', 'delivered', 'failed']),
  attempts: count,
  tried_at: v.nullable(moment),
  next_at: v.nullable(moment),
  status: v.nullable(count),
  failure: v.nullable(v.picklist(Object.keys(WEBHOOK_FAILURES) as WebhookFailure[])),
  took_ms: v.nullable(count)
})
export type WebhookDelivery = v.InferOutput<typeof webhookDelivery>

/** `GET /api/profile/webhooks/{id}/deliveries`: newest first. */
export const webhookDeliveriesAnswer = v.strictObject({
  ok: v.literal(true),
  deliveries: v.pipe(v.array(webhookDelivery), v.maxLength(WEBHOOK_DELIVERIES_SHOWN))
})

/** `POST …/ping` and `POST …/deliveries/{delivery}/redeliver`. */
export const webhookDeliveryAnswer = v.strictObject({ ok: v.literal(true), delivery: webhookDelivery })
