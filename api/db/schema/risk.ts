import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SignalKind, SignalState } from '#shared/labels/signals.ts'
import { users } from './accounts.ts'
import { moment } from './column-types.ts'

/** A reason to look, no proof. */
export const riskSignals = pgTable(
  'risk_signal',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<SignalKind>().notNull(),
    /** Numbers, searches, records or addresses, by kind. */
    amount: integer().notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
    state: text().$type<SignalState>().notNull().default('new'),
    notedAt: moment('noted_at').notNull().defaultNow(),
    decidedBy: integer('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: moment('decided_at'),
    reason: text()
  },
  table => [
    uniqueIndex('risk_signal_open').on(table.userId, table.kind).where(sql`${table.state} <> 'closed'`),
    index('risk_signal_closed')
      .on(table.userId, table.kind, table.decidedAt)
      .where(sql`${table.state} = 'closed'`),
    check(
      'risk_signal_kind_known',
      sql`${table.kind} in ('enumeration', 'same_person', 'many_records', 'many_addresses')`
    ),
    check('risk_signal_state_known', sql`${table.state} in ('new', 'seen', 'closed')`),
    check('risk_signal_decided', sql`(${table.decidedAt} is null) = (${table.state} = 'new')`)
  ]
)

/** Last look per kind; one process at a time. */
export const riskLooks = pgTable('risk_look', {
  kind: text().$type<SignalKind>().primaryKey(),
  at: moment('at').notNull()
})

/** Earliest next search of a slowed account. Unlogged. */
export const searchPaces = pgTable('search_pace', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  nextAt: moment('next_at').notNull()
})
