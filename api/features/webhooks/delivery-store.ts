import type { SQL } from 'bun'
import { and, desc, eq, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { webhookDeliveries, webhooks } from '#api/db/schema/index.ts'
import { WEBHOOK_DELIVERIES_SHOWN, WEBHOOK_HOURS, WEBHOOK_LOG_DAYS } from '#shared/constants.ts'
import { WEBHOOK_PING, type WebhookFailure } from '#shared/labels/webhooks.ts'

export type StoredDelivery = typeof webhookDeliveries.$inferSelect

/** A delivery that this process tries now. */
export interface DueDelivery {
  id: number
  webhookId: number
  url: string
  nonce: Uint8Array
  masked: string
  eventId: string
  event: string
  data: Record<string, unknown>
  createdAt: Date
  /** With this one. */
  attempts: number
  /** Names the lease. */
  leaseUntil: string
}

/** More than a try takes: a process that is lost meanwhile holds nothing up for longer. */
const LEASE_SECONDS = 30
const FIRST_PAUSE_SECONDS = 10
const LONGEST_PAUSE_SECONDS = 7_200

/**
 * Takes the delivery that waits longest, of those whose address nobody sends to. Both rows are held, so that of two
 * processes the second looks at what the first has made of them; the try is counted before it is made, so whoever dies
 * leaves it to the next.
 */
export async function takeDelivery(sql: SQL): Promise<DueDelivery | null> {
  const [row] = await sql<DueDelivery[]>`WITH due AS (
      SELECT d.id, d.webhook_id FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
        JOIN users u ON u.id = w.user_id
      WHERE d.state = 'waiting' AND d.next_at <= now() AND w.lease_until < now() AND u.blocked_at IS NULL
      ORDER BY d.next_at, d.id LIMIT 1 FOR NO KEY UPDATE OF d, w SKIP LOCKED
    ), leased AS (
      UPDATE webhook w SET lease_until = now() + make_interval(secs => ${LEASE_SECONDS}) FROM due
      WHERE w.id = due.webhook_id RETURNING w.*
    ), tried AS (
      UPDATE webhook_delivery d SET attempts = attempts + 1, tried_at = now(), 
        next_at = now() + make_interval(secs => ${LEASE_SECONDS}) FROM due
      WHERE d.id = due.id RETURNING d.*
    )
    SELECT t.id::float8 AS id, w.id AS "webhookId", w.url, w.nonce, w.masked, t.event_id AS "eventId", t.event, t.data,
      t.created_at AS "createdAt", t.attempts, w.lease_until::text AS "leaseUntil"
    FROM tried t CROSS JOIN leased w`
  return row ?? null
}

/** Writes down what came of a try, and lets others send to the address. What was sent anew meanwhile goes on waiting. */
export async function noteTry(
  sql: SQL,
  { id, attempts, webhookId, leaseUntil }: DueDelivery,
  { status, failure, tookMs }: { status: number | null; failure: WebhookFailure | null; tookMs: number }
): Promise<void> {
  const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1))
  await sql`WITH released AS (
      UPDATE webhook SET lease_until = '-infinity' WHERE id = ${webhookId} AND lease_until = ${leaseUntil}::timestamptz
    ), next AS (
      SELECT now() + make_interval(secs => ${pause}) AS at
    )
    UPDATE webhook_delivery SET status = ${status}, failure = ${failure}, took_ms = ${tookMs}, next_at = next.at,
      state = CASE WHEN ${failure === null} THEN 'delivered'
        WHEN next.at > queued_at + make_interval(hours => ${WEBHOOK_HOURS}) THEN 'failed' ELSE 'waiting' END
    FROM next WHERE id = ${id} AND attempts = ${attempts} AND state = 'waiting'`
}

/** Newest first; null when the address is none of this account's. */
export async function deliveriesOf(
  sql: SQL,
  userId: number,
  webhookId: number
): Promise<StoredDelivery[] | null> {
  if ((await orm(sql).$count(webhooks, and(eq(webhooks.id, webhookId), eq(webhooks.userId, userId)))) === 0)
    return null
  return await orm(sql)
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.id))
    .limit(WEBHOOK_DELIVERIES_SHOWN)
}

const isOfUser = (userId: number, webhookId: number) =>
  text`EXISTS (SELECT FROM webhook w WHERE w.id = ${webhookId} AND w.user_id = ${userId})`

/** Sends a delivery anew, with a day of its own. Null when it is none of this address and user. */
export async function requeue(
  sql: SQL,
  userId: number,
  webhookId: number,
  id: number
): Promise<StoredDelivery | null> {
  const [queued] = await orm(sql)
    .update(webhookDeliveries)
    .set({
      state: 'waiting',
      attempts: 0,
      queuedAt: text`now()`,
      nextAt: text`now()`,
      status: null,
      failure: null,
      tookMs: null
    })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.webhookId, webhookId),
        isOfUser(userId, webhookId)
      )
    )
    .returning()
  return queued ?? null
}

/** Queues a try-out. Null when the address is none of this user's. */
export async function queuePing(sql: SQL, userId: number, webhookId: number): Promise<StoredDelivery | null> {
  return await orm(sql).transaction(async tx => {
    if ((await tx.$count(webhooks, and(eq(webhooks.id, webhookId), eq(webhooks.userId, userId)))) === 0)
      return null
    const ping = { webhookId, eventId: crypto.randomUUID(), event: WEBHOOK_PING, data: {} }
    const [queued] = await tx.insert(webhookDeliveries).values(ping).returning()
    return queued ?? null
  })
}

/** Forgets deliveries of long ago, at most so many, also those that wait for a blocked user; says how many. */
export async function forgetDeliveries(sql: SQL, most: number): Promise<number> {
  const rows = await sql`DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery
    WHERE created_at < now() - make_interval(days => ${WEBHOOK_LOG_DAYS})
      AND (state <> 'waiting' OR queued_at < now() - make_interval(days => ${WEBHOOK_LOG_DAYS}))
    ORDER BY created_at LIMIT ${most}) RETURNING id`
  return rows.length
}
