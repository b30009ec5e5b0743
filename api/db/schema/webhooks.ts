import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { WebhookEvent, WebhookFailure } from '#shared/labels/webhooks.ts'
import { users } from './accounts.ts'
import { bytes, jsonObject, moment } from './column-types.ts'

export const webhooks = pgTable(
  'webhook',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Unique per user, which limits their number. */
    slot: smallint().notNull(),
    url: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    /** The secret is derived from it with a key outside the database. */
    nonce: bytes('nonce').notNull(),
    masked: text().notNull(),
    secretAt: moment('secret_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
    leaseUntil: moment('lease_until').notNull().default(sql`'-infinity'`)
  },
  table => [unique('webhook_slot').on(table.userId, table.slot)]
)

/** An event for one address, and its outcome. */
export const webhookDeliveries = pgTable(
  'webhook_delivery',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same at every address and try. */
    eventId: uuid('event_id').notNull(),
    event: text().notNull(),
    /** Numbers and names of things, never of a line or person. */
    data: jsonObject<Record<string, unknown>>()('data').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    state: text().$type<'waiting' | 'delivered' | 'failed'>().notNull().default('waiting'),
    attempts: smallint().notNull().default(0),
    /** Start of the day of tries. */
    queuedAt: moment('queued_at').notNull().defaultNow(),
    nextAt: moment('next_at').notNull().defaultNow(),
    triedAt: moment('tried_at'),
    status: smallint(),
    failure: text().$type<WebhookFailure>(),
    tookMs: integer('took_ms')
  },
  table => [
    index('webhook_delivery_log').on(table.webhookId, table.id.desc()),
    index('webhook_delivery_due').on(table.nextAt).where(sql`state = 'waiting'`),
    index('webhook_delivery_age').on(table.createdAt),
    check('webhook_delivery_state_known', sql`${table.state} in ('waiting', 'delivered', 'failed')`)
  ]
)
