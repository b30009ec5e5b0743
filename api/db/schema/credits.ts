import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import type { AuditFailure } from '#shared/contracts/admin/audit.ts'
import type { VerdictValue } from '#shared/contracts/verdict.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import { users } from './accounts.ts'
import { bigints, bytes, json, jsonObject, moment } from './column-types.ts'
import { lists } from './lists.ts'

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Append-only by triggers. A balance is the sum of a user's rows. */
export const creditLedger = pgTable(
  'credit_ledger',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** No foreign key: the ledger outlives the account. */
    userId: integer('user_id').notNull(),
    delta: integer().notNull(),
    kind: text().notNull(),
    /** Unique per kind, so that a cause is booked once. */
    ref: text().notNull(),
    at: moment('at').notNull().defaultNow()
  },
  table => [
    unique('credit_ledger_once').on(table.kind, table.ref),
    index('credit_ledger_user').on(table.userId),
    index('credit_ledger_at').using('brin', table.at),
    check(
      'credit_ledger_kind_known',
      sql`${table.kind} in ('signup', 'search', 'refund', 'payment', 'manual', 'admin', 'grant')`
    )
  ]
)

export const searchHistory = pgTable(
  'search_history',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    query: text().notNull(),
    isApi: boolean('is_api').notNull().default(false),
    resultsCount: integer('results_count').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Random public name; null for the oldest. */
    searchId: bytes('search_id'),
    reading: json<string | object>('reading'),
    /** Every source answered, so repeats are free. */
    isComplete: boolean('is_complete').notNull().default(false),
    /** Bit mask of tiers (`Findings`). */
    askedTiers: integer('asked_tiers').notNull().default(0),
    /** Typing errors asked, which the line does not tell (`AskedErrors`). */
    askedErrors: json<object[]>('asked_errors'),
    /** Searches of a list share one line of the history, marked `isList`. */
    listId: bigint('list_id', { mode: 'number' }).references(() => lists.id, { onDelete: 'cascade' }),
    isList: boolean('is_list').notNull().default(false),
    purpose: text().$type<PurposeCode>(),
    caseRef: text('case_ref')
  },
  table => [
    unique('search_history_search_id').on(table.searchId),
    index('search_history_list').on(table.listId).where(sql`list_id IS NOT NULL`),
    index('search_history_user').on(table.userId, table.id.desc()),
    index('search_history_age').on(table.createdAt)
  ]
)

/** Deleted with its line of history, or kept beyond it. */
export const searchVerdicts = pgTable(
  'search_verdict',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null when kept beyond its line; it then has its own owner. */
    historyId: bigint('history_id', { mode: 'number' }).references(() => searchHistory.id, {
      onDelete: 'cascade'
    }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Ids (`personId`) that mean nothing elsewhere. */
    a: text().notNull(),
    b: text(),
    /** Records that name them, to check whether they may still be shown. */
    aRecord: bigint('a_record', { mode: 'bigint' }).notNull(),
    bRecord: bigint('b_record', { mode: 'bigint' }),
    verdict: text().$type<VerdictValue>().notNull(),
    note: text(),
    at: moment('at').notNull().defaultNow(),
    /** Keyed hashes of the person's identity (`identityKeys`); empty for a pair. */
    tokens: bigints().notNull().default(sql`'{}'`)
  },
  table => [
    index('search_verdict_kept').on(table.userId).where(sql`${table.userId} is not null`),
    check('search_verdict_owner', sql`(${table.historyId} is null) = (${table.userId} is not null)`),
    uniqueIndex('search_verdict_once').on(table.historyId, table.a, sql`coalesce(${table.b}, '')`),
    check('search_verdict_known', sql`${table.verdict} in ('same', 'other', 'unclear')`),
    check('search_verdict_pair', sql`(${table.b} is null) = (${table.bRecord} is null)`)
  ]
)

/** Append-only, in the transaction of the act. */
export const auditEvents = pgTable(
  'audit_event',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: transactionId().notNull().default(sql`pg_current_xact_id()`),
    at: moment('at').notNull().defaultNow(),
    actorKind: text('actor_kind').notNull(),
    actorId: integer('actor_id'),
    via: text().notNull(),
    action: text().notNull(),
    purpose: text(),
    /** Keyed hashes of look-up keys, never the text. */
    queryTokens: bigints('query_tokens'),
    sourceKeys: text('source_keys').array(),
    resultCount: integer('result_count'),
    recordIds: bigints('record_ids'),
    ipPrefix: text('ip_prefix'),
    detail: jsonObject<Record<string, unknown>>()()
  },
  table => [
    check('audit_event_numbered', sql`${table.id} > 0`),
    index('audit_event_actor').on(table.actorId, table.at),
    index('audit_event_at').using('brin', table.at),
    index('audit_event_acts')
      .on(table.at, table.id)
      .where(sql`action not in ('search', 'search_repeat', 'search_more', 'search_compare')`)
  ]
)

/** Seals a batch of audit rows, so that changes and losses show. Append-only; hashes of expired rows are removed. */
export const auditSeals = pgTable(
  'audit_seal',
  {
    /** From 1 without gaps. */
    n: integer().primaryKey(),
    firstId: bigint('first_id', { mode: 'number' }).notNull(),
    lastId: bigint('last_id', { mode: 'number' }).notNull(),
    rowCount: integer('row_count').notNull(),
    newestAt: moment('newest_at').notNull(),
    /** SHA-256 of numbers and hashes of its rows. */
    digest: bytes().notNull(),
    /** `functions/audit_seal_hash.sql`, chained to the previous seal. */
    hash: bytes().notNull(),
    sealedAt: moment('sealed_at').notNull().defaultNow(),
    ids: bigints(),
    /** `functions/audit_row_hash.sql`, 32 bytes each, in order. */
    rowHashes: bytes('row_hashes'),
    droppedAt: moment('dropped_at')
  },
  table => [
    check(
      'audit_seal_dropped',
      sql`(${table.droppedAt} is null) = (${table.ids} is not null)
        and (${table.ids} is null) = (${table.rowHashes} is null)`
    )
  ]
)

export const auditChecks = pgTable('audit_check', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull().defaultNow(),
  seals: integer().notNull(),
  rowCount: bigint('row_count', { mode: 'number' }).notNull(),
  /** To be kept elsewhere, because a database owner could rewrite the chain. */
  head: bytes(),
  /** Null when intact. */
  failure: jsonObject<AuditFailure>()()
})

/** Rows up to which nothing can be inserted once `untilXid` is over. */
export const auditSealDue = pgTable('audit_seal_due', {
  lastId: bigint('last_id', { mode: 'number' }).notNull(),
  untilXid: transactionId('until_xid').notNull()
})

/** The answer is kept elsewhere, briefly. */
export const idempotencyKeys = pgTable(
  'idempotency_key',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** Line, reading and limit. */
    requestHash: bytes('body_hash').notNull(),
    /** Line and reading, which decide the price. */
    queryKey: bytes('query_key').notNull(),
    charged: smallint().notNull(),
    /** An incomplete answer only reserves the key. */
    isComplete: boolean('is_complete').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    searchId: bytes('search_id')
  },
  table => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_key_age').on(table.createdAt)
  ]
)

/** Charges whose answer may be unsent. Removed on delivery; what a crash leaves is refunded. */
export const searchDeliveries = pgTable(
  'search_delivery',
  {
    historyId: bigint('history_id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id').notNull(),
    queryKey: bytes('query_key').notNull(),
    clientKey: text('client_key'),
    charged: smallint().notNull(),
    at: moment('at').notNull().defaultNow()
  },
  table => [index('search_delivery_question').on(table.userId, table.queryKey)]
)

/** Marks answers for the replay within 30 seconds. Unlogged. */
export const searchAnswers = pgTable(
  'search_answer',
  {
    userId: integer('user_id').notNull(),
    key: bytes().notNull(),
    requestsLeft: integer('requests_left').notNull(),
    at: moment('at').notNull().defaultNow(),
    searchId: bytes('search_id').notNull()
  },
  table => [primaryKey({ columns: [table.userId, table.key] }), index('search_answer_age').on(table.at)]
)

/** Totals of past days in Moscow (`api/features/statistics/day-store.ts`). */
export const dayFigures = pgTable('day_figure', {
  day: date().primaryKey(),
  /** By outcome; a partial search lacked a source. */
  found: bigint({ mode: 'number' }).notNull(),
  nothing: bigint({ mode: 'number' }).notNull(),
  partial: bigint({ mode: 'number' }).notNull(),
  bought: bigint({ mode: 'number' }).notNull(),
  spent: bigint({ mode: 'number' }).notNull()
})
