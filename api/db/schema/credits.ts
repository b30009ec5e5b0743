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

/** Append-only: triggers refuse UPDATE, DELETE and TRUNCATE. A user's balance is the sum of their rows. */
export const creditLedger = pgTable(
  'credit_ledger',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** No foreign key: the ledger outlives the account. */
    userId: integer('user_id').notNull(),
    delta: integer().notNull(),
    kind: text().notNull(),
    /** The cause, unique per kind, so that it is never booked twice. */
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
    /** Its public name, random; null of searches before there were names. */
    searchId: bytes('search_id'),
    /** The reading that was chosen, as it was sent. */
    reading: json<string | object>('reading'),
    /** Every source answered: only such a search goes on and answers again for nothing. */
    isComplete: boolean('is_complete').notNull().default(false),
    /** The tiers that were asked, as bits (`SearchFindings`). */
    askedTiers: integer('asked_tiers').notNull().default(0),
    /** The typing errors that were asked, which the line does not tell (`AskedErrors`). */
    askedErrors: json<object[]>('asked_errors'),
    /** The list whose row was searched: one line of the history stands for all of them, with `isList`. */
    listId: bigint('list_id', { mode: 'number' }).references(() => lists.id, { onDelete: 'cascade' }),
    isList: boolean('is_list').notNull().default(false),
    /** As it was stated. */
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

/** What a person concludes about people of one of their searches; goes with its line of history, or outlives it. */
export const searchVerdicts = pgTable(
  'search_verdict',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null of one that outlives its line: then it has an owner of its own. */
    historyId: bigint('history_id', { mode: 'number' }).references(() => searchHistory.id, {
      onDelete: 'cascade'
    }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Ids of people of that search (`personId`), which say nothing of anybody. */
    a: text().notNull(),
    b: text(),
    /** Numbers of the records that they are named by: whether they may still be shown. */
    aRecord: bigint('a_record', { mode: 'bigint' }).notNull(),
    bRecord: bigint('b_record', { mode: 'bigint' }),
    verdict: text().$type<VerdictValue>().notNull(),
    note: text(),
    at: moment('at').notNull().defaultNow(),
    /** Keyed hashes of what says who the one person is (`identityKeys`); none of a pair. */
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

/** Append-only. Written in the transaction of the recorded action. */
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
    /** Keyed hashes of the looked-up keys; never the text. */
    queryTokens: bigints('query_tokens'),
    sourceKeys: text('source_keys').array(),
    resultCount: integer('result_count'),
    recordIds: bigints('record_ids'),
    ipPrefix: text('ip_prefix'),
    detail: jsonObject<Record<string, unknown>>()()
  },
  table => [
    index('audit_event_actor').on(table.actorId, table.at),
    index('audit_event_at').using('brin', table.at),
    index('audit_event_acts')
      .on(table.at, table.id)
      .where(sql`action not in ('search', 'search_repeat', 'search_more', 'search_compare')`)
  ]
)

/**
 * A batch of audit rows that nothing can change, lose or get between any more without that its hash tells. Append-only; of
 * rows that were too old the hashes go, and the seal stays.
 */
export const auditSeals = pgTable(
  'audit_seal',
  {
    /** From 1, without a gap. */
    n: integer().primaryKey(),
    firstId: bigint('first_id', { mode: 'number' }).notNull(),
    lastId: bigint('last_id', { mode: 'number' }).notNull(),
    rowCount: integer('row_count').notNull(),
    newestAt: moment('newest_at').notNull(),
    /** SHA-256 of the numbers and the hashes of its rows. */
    digest: bytes().notNull(),
    /** `functions/audit_seal_hash.sql`, over that of the seal before it. */
    hash: bytes().notNull(),
    sealedAt: moment('sealed_at').notNull().defaultNow(),
    ids: bigints(),
    /** `functions/audit_row_hash.sql`, 32 bytes each, in the order of the numbers. */
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

/** What came of holding the audit against its seals. */
export const auditChecks = pgTable('audit_check', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull().defaultNow(),
  seals: integer().notNull(),
  rowCount: bigint('row_count', { mode: 'number' }).notNull(),
  /** Of the last seal: to be kept elsewhere, since whoever rules the database could write the whole chain anew. */
  head: bytes(),
  /** Null when it held. */
  failure: jsonObject<AuditFailure>()()
})

/** Up to which row nothing can slip in, once the transactions before `untilXid` are over. No row while nobody waits. */
export const auditSealDue = pgTable('audit_seal_due', {
  lastId: bigint('last_id', { mode: 'number' }).notNull(),
  untilXid: transactionId('until_xid').notNull()
})

/** Which request a client key belongs to. The answer itself is kept elsewhere and briefly. */
export const idempotencyKeys = pgTable(
  'idempotency_key',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** Of all that was asked: the line, its reading and the limit. */
    requestHash: bytes('body_hash').notNull(),
    /** Of the line and its reading, which alone decide what a search costs. */
    queryKey: bytes('query_key').notNull(),
    charged: smallint().notNull(),
    /** An incomplete answer only reserves the key: complete ones are charged. */
    isComplete: boolean('is_complete').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The search that it stands for. */
    searchId: bytes('search_id')
  },
  table => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_key_age').on(table.createdAt)
  ]
)

/**
 * Charges whose answer may not have been sent yet. The row goes when the answer is handed over; a row left by a crash
 * is refunded.
 */
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

/** Marks a query as answered, for the replay within 30 seconds; without the answer. Unlogged: a crash forgets it. */
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

/** What happened on a day of Moscow that is over, of all accounts together (`api/features/statistics/day-store.ts`). */
export const dayFigures = pgTable('day_figure', {
  day: date().primaryKey(),
  /** Searches by what they came to; a partial one lacked a source. */
  found: bigint({ mode: 'number' }).notNull(),
  nothing: bigint({ mode: 'number' }).notNull(),
  partial: bigint({ mode: 'number' }).notNull(),
  /** Credits. */
  bought: bigint({ mode: 'number' }).notNull(),
  spent: bigint({ mode: 'number' }).notNull()
})
