import type { Context } from '#api/context.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { rest } from '#api/lib/deadline.ts'
import { log } from '#api/lib/log.ts'
import { type DueDelivery, noteTry, takeDelivery } from './delivery-store.ts'
import { type Sent, send } from './send.ts'
import { maskSecret, secretOf, signatureOf } from './signature.ts'

/** How often a process asks whether something is to be sent. */
const TURN_MS = 1_000
/** Tries of a process beside each other, each to an address of its own: a slow one holds up few others. */
const AT_ONCE = 8

export type DeliveryContext = Pick<Context, 'sql' | 'secrets' | 'outages' | 'webhookNetwork' | 'metrics'>

/**
 * Sends what waits for users' systems, in any number of processes: once in the ordinary case, and again when a process
 * was lost before it had noted what came of it.
 *
 * @returns Stops, and waits for the tries under way.
 */
export function deliverWebhooks(context: DeliveryContext): () => Promise<void> {
  const { sql, outages } = context
  const running = new Set<Promise<void>>()
  const stop = new AbortController()

  function onError(error: unknown): void {
    if (isDatabaseDown(error)) outages.note('webhooks_put_off', error)
    else log.error('webhook_failed', { error })
  }

  async function turn(): Promise<boolean> {
    if (running.size >= AT_ONCE) return false
    const due = await takeDelivery(sql)
    if (!due) return false
    const run = attempt(context, due)
      .catch(onError)
      .finally(() => running.delete(run))
    running.add(run)
    return true
  }

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      const isTaken = await turn().catch(error => onError(error) ?? false)
      if (!isTaken) await rest(TURN_MS, stop.signal)
    }
  }

  const looping = loop()
  return async () => {
    stop.abort()
    await looping
    await Promise.all(running)
  }
}

async function attempt(context: DeliveryContext, due: DueDelivery): Promise<void> {
  const start = performance.now()
  const sent = await sendSigned(context, due)
  context.metrics.webhookSent(sent.failure)
  await noteTry(context.sql, due, { ...sent, tookMs: Math.round(performance.now() - start) })
}

async function sendSigned({ secrets, webhookNetwork }: DeliveryContext, due: DueDelivery): Promise<Sent> {
  const secret = secretOf(secrets.session, due.nonce)
  // The key was changed since: a receiver would refuse what it signs.
  if (maskSecret(secret) !== due.masked) return { status: null, failure: 'secret' }
  const { url, eventId, event, createdAt, data, attempts } = due
  const body = JSON.stringify({ id: eventId, event, created_at: createdAt.toISOString(), data })
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Sverka-Webhooks/1',
    'X-Sverka-Signature': signatureOf(secret, body)
  }
  return await send(webhookNetwork, { url, headers, body, attempts: attempts - 1 })
}
