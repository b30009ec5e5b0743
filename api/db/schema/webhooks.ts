import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { WebhookEvent, WebhookFailure } from '#shared/labels/webhooks.ts'
import { users } from './accounts.ts'
import { bytes, jsonObject, moment } from './column-types.ts'

/** Where a user's system is told of events. */
export const webhooks = pgTable(
  'webhook',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its place among those of its user, whose number is limited. */
    slot: smallint().notNull(),
    url: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    /** What the secret is made of, with a key that the database has not. */
    nonce: bytes('nonce').notNull(),
    masked: text().notNull(),
    secretAt: moment('secret_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Until then some process sends to it. */
    leaseUntil: moment('lease_until').notNull().default(sql`'-infinity'`)
  },
  table => [unique('webhook_slot').on(table.userId, table.slot)]
)

/** An event on its way to one address, and afterwards what came of it. */
export const webhookDeliveries = pgTable(
  'webhook_delivery',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same at every address and at every try. */
    eventId: uuid('event_id').notNull(),
    event: text().notNull(),
    /** Numbers and names of things; nothing of a line or of a person. */
    data: jsonObject<Record<string, unknown>>()('data').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    state: text().$type<'waiting' | 'delivered' | 'failed'>().notNull().default('waiting'),
    attempts: smallint().notNull().default(0),
    /** When the day of tries began: with the event, or when somebody sent it anew. */
    queuedAt: moment('queued_at').notNull().defaultNow(),
    nextAt: moment('next_at').notNull().defaultNow(),
    triedAt: moment('tried_at'),
    /** Of the last answer. */
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
