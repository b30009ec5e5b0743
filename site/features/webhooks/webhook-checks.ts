import { WEBHOOK_EVENTS } from '#shared/labels/webhooks.ts'
import { webhookForm } from '#shared/rules/webhooks.ts'
import { createCheck } from '#site/lib/form-check.ts'

const check = createCheck(webhookForm)

/** Each event is a box of its own in the form. */
export const checkWebhook: typeof check = values =>
  check({ url: values.url, events: Object.keys(WEBHOOK_EVENTS).filter(event => values[event] === 'on') })
