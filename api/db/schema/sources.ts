import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import type { Columns } from '#shared/identity/records/types.ts'
import type { ColumnParty } from '#shared/labels/parties.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import {
  SOURCE_BASES,
  SOURCE_KINDS,
  SOURCE_ORIGINS,
  type SourceBasis,
  type SourceKind,
  type SourceOrigin
} from '#shared/labels/sources.ts'
import { PASSPORT_TEXT_MAX_CHARS, RETENTION_MAX_DAYS } from '#shared/rules/passport.ts'
import { bigints, bytes, jsonObject, moment, transactionNumber } from './column-types.ts'

const oneOf = (column: string, choices: object) =>
  `${column} IN (${Object.keys(choices)
    .map(choice => `'${choice}'`)
    .join(', ')})`
const filled = (column: string) =>
  `${column} ~ '[^[:space:]]' AND char_length(${column}) <= ${PASSPORT_TEXT_MAX_CHARS}`

/** The part of `shared/rules/passport.ts` that does not depend on the day. */
export const COMPLETE_PASSPORT = [
  filled('title'),
  oneOf('kind', SOURCE_KINDS),
  oneOf('origin', SOURCE_ORIGINS),
  oneOf('basis', SOURCE_BASES),
  filled('controller'),
  filled('evidence_url'),
  "evidence_url ~* '^https?:'",
  `retention_days BETWEEN 1 AND ${RETENTION_MAX_DAYS}`,
  'obtained_at IS NOT NULL AND review_due IS NOT NULL',
  'coalesce(cardinality(fields) > 0, true)'
].join(' AND ')

/**
 * `active` answers; `waiting` lacks a passport in force; `disabled` by hand; `deleting` is hidden while its records go.
 */
export type SourceStatus = 'active' | 'waiting' | 'disabled' | 'deleting'

export const sources = pgTable(
  'source',
  {
    id: smallint().primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull().unique(),
    title: text().notNull(),
    status: text().$type<SourceStatus>().notNull().default('active'),
    // The passport: columns are named as its fields.
    kind: text().$type<SourceKind>(),
    origin: text().$type<SourceOrigin>(),
    basis: text().$type<SourceBasis>(),
    controller: text(),
    evidence_url: text(),
    retention_days: integer(),
    obtained_at: date(),
    review_due: date(),
    /** Labels that may be stored and shown; null means all. */
    fields: text().array(),
    /** Allowed purposes; null means any or none. */
    purposes_allowed: text().array().$type<PurposeCode[]>(),
    /** When labels were removed from `fields`; written by a trigger. */
    narrowed: jsonObject<Record<string, string>>()().notNull().default({}),
    /** In order of stored values, append-only. */
    columns:
      jsonObject<
        { label: string; kind: Columns[string]; party?: ColumnParty; guessedBy?: number }[]
      >()().notNull(),
    /** Column that identifies records: '' for none, null before the first import. */
    idColumn: text('id_column'),
    records: bigint({ mode: 'number' }).notNull().default(0),
    adopted: boolean().notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow()
  },
  table => [
    check('source_active_complete', sql.raw(`status <> 'active' OR (${COMPLETE_PASSPORT}) IS TRUE`)),
    check('source_purposes_some', sql`coalesce(cardinality(${table.purposes_allowed}) > 0, true)`),
    check('source_status_known', sql`${table.status} in ('active', 'waiting', 'disabled', 'deleting')`)
  ]
)

export const importBatches = pgTable('import_batch', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  sourceId: smallint('source_id')
    .notNull()
    .references(() => sources.id, { onDelete: 'cascade' }),
  fileName: text('file_name').notNull(),
  fileSha256: bytes('file_sha256'),
  state: text().$type<'running' | 'done' | 'undone'>().notNull().default('running'),
  /** All rows; `added` are new records, `changed` new versions. */
  stored: bigint({ mode: 'number' }).notNull().default(0),
  added: bigint({ mode: 'number' }).notNull().default(0),
  changed: bigint({ mode: 'number' }).notNull().default(0),
  rejected: bigint({ mode: 'number' }).notNull().default(0),
  suppressed: bigint({ mode: 'number' }).notNull().default(0),
  startedAt: moment('started_at').notNull().defaultNow(),
  finishedAt: moment('finished_at')
})

/** Hourly counts per source; source 0 is whole searches. */
export const sourceMetrics = pgTable(
  'source_metric',
  {
    sourceId: smallint('source_id').notNull(),
    hour: moment('hour').notNull(),
    queries: bigint({ mode: 'number' }).notNull().default(0),
    hits: bigint({ mode: 'number' }).notNull().default(0),
    slow: bigint({ mode: 'number' }).notNull().default(0),
    failures: bigint({ mode: 'number' }).notNull().default(0),
    timeUs: bigint('time_us', { mode: 'number' }).notNull().default(0),
    /** Histogram by the bins of `api/features/statistics/durations.ts`. */
    durations: integer().array().notNull().default([])
  },
  table => [primaryKey({ columns: [table.sourceId, table.hour] })]
)

/** Whole searches by first reading, since the last reset. */
export const kindMetrics = pgTable('kind_metric', {
  kind: text().primaryKey(),
  queries: bigint({ mode: 'number' }).notNull().default(0),
  slow: bigint({ mode: 'number' }).notNull().default(0),
  timeUs: bigint('time_us', { mode: 'number' }).notNull().default(0),
  durations: integer().array().notNull().default([])
})

/** `docs/how-it-works/search.md` §2: `id` is the signed xxHash64 of `record_id`, `k` hashed keys, `sur` the surname. */
export const records = pgTable(
  'rec',
  {
    id: bigint({ mode: 'bigint' }).primaryKey(),
    src: smallint().notNull(),
    batch: integer().notNull(),
    /** `record_id` without the source key. */
    rid: text().notNull(),
    /** JSON array in column order. */
    doc: text().notNull(),
    k: bigints().notNull(),
    sur: bigint({ mode: 'bigint' }),
    subj: bigints().notNull()
  },
  table => [
    // As in `api/engines/postgres/indexes.ts`; dropped under another engine.
    index('rec_k').using('gin', table.k).with({ gin_pending_list_limit: 64 }),
    // Every 64th record, for frequent words (`IN_SAMPLE` there).
    index('rec_k_sample').using('gin', table.k).where(sql`(id & 63) = 0`).with({ fastupdate: false }),
    index('rec_sur').on(table.sur, table.src, table.id)
  ]
)

/** Batches that repeated a version of `owner`. Writers hold the lock of the record's row. */
export const recordShares = pgTable(
  'rec_share',
  {
    id: bigint({ mode: 'bigint' }).notNull(),
    batch: integer().notNull(),
    owner: integer().notNull()
  },
  table => [primaryKey({ columns: [table.id, table.batch] }), index('rec_share_batch').on(table.batch)]
)

/** Overwritten versions; a later one has a greater `n`. Locked like `rec_share`. */
export const earlierRecords = pgTable(
  'rec_earlier',
  {
    n: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    id: bigint({ mode: 'bigint' }).notNull(),
    batch: integer().notNull(),
    doc: text().notNull(),
    k: bigints().notNull(),
    sur: bigint({ mode: 'bigint' }),
    subj: bigints().notNull()
  },
  table => [primaryKey({ columns: [table.id, table.batch] }), index('rec_earlier_batch').on(table.batch)]
)

/** Spellings and hashes of variants of single name parts. No personal data, so they outlive records. */
export const vocabulary = pgTable(
  'vocabulary',
  { spelling: text().notNull(), form: text().notNull(), near: bigints().notNull() },
  table => [
    primaryKey({ columns: [table.spelling, table.form] }),
    // Searches would scan a pending list, and loads add few words.
    index('vocabulary_near').using('gin', table.near).with({ fastupdate: false })
  ]
)

/**
 * Learned words for search threads as JSON: spelling, magnitude, signature (`KnownSpelling`). `n` follows commit order.
 */
export const vocabularyLog = pgTable('vocabulary_log', {
  n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  words: text().notNull()
})

/** Suppressed people by keyed hash, without raw values (`docs/guides/data-protection.md` §2). */
export const suppressions = pgTable(
  'suppression',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    token: bytes().notNull(),
    /** First eight bytes, signed, as stored with records. */
    prefix: bigint({ mode: 'bigint' }).notNull(),
    kind: text().notNull(),
    class: text().notNull(),
    state: text().notNull().default('active'),
    expiresAt: moment('expires_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The entry it is a looser value of (`suppressedValues`); null for the entry. */
    mainId: integer('main_id').references((): AnyPgColumn => suppressions.id, { onDelete: 'cascade' }),
    request: text(),
    /** No foreign keys: the list outlives accounts. */
    addedBy: integer('added_by'),
    liftedAt: moment('lifted_at'),
    liftedBy: integer('lifted_by'),
    liftReason: text('lift_reason'),
    /** Block where erasing continues; null when none is under way. */
    eraseFrom: integer('erase_from'),
    erasedAt: moment('erased_at')
  },
  table => [
    index('suppression_prefix').on(table.prefix),
    index('suppression_expires').on(table.expiresAt),
    uniqueIndex('suppression_token_once')
      .on(table.token)
      .where(sql`${table.mainId} is null and ${table.state} <> 'lifted'`),
    uniqueIndex('suppression_value_once')
      .on(table.mainId, table.token)
      .where(sql`${table.mainId} is not null`),
    check('suppression_state_known', sql`${table.state} in ('active', 'provisional', 'lifted')`),
    check('suppression_lifted', sql`${table.liftedAt} is null or ${table.state} = 'lifted'`)
  ]
)

/** A counter, so that nobody reads the list to see changes. */
export const suppressionChanges = pgTable('suppression_change', {
  count: bigint({ mode: 'number' }).notNull().default(0)
})

/** The rule of stored keys (`api/book/index-record.ts`). */
export const recordRules = pgTable('record_rule', { rule: integer().notNull() })

const OLDEST_UNDER_WAY = sql`pg_snapshot_xmin(pg_current_snapshot())`

/** Changed records per transaction while anybody follows (`api/book/changes.ts`). Written by triggers. */
export const recordChanges = pgTable(
  'record_change',
  {
    xid: transactionNumber().notNull().default(sql`pg_current_xact_id()`),
    /** Orders the changes of a record. */
    seq: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    record: bigint({ mode: 'bigint' }).notNull(),
    src: smallint().notNull(),
    op: text().$type<'put' | 'remove'>().notNull(),
    at: moment('at').notNull().defaultNow()
  },
  table => [
    primaryKey({ columns: [table.xid, table.seq] }),
    index('record_change_record').on(table.record),
    index('record_change_src').on(table.src, table.xid, table.seq)
  ]
)

/** Followers and their places: the settled place was indexed longer ago than a search lasts, the noted one is next. */
export const recordFollowers = pgTable('record_follower', {
  name: text().primaryKey(),
  xid: transactionNumber().notNull().default(OLDEST_UNDER_WAY),
  seq: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
  notedAt: moment('noted_at').notNull().defaultNow()
})

/** The answering index, and others in the making or leaving (`api/engines/index-state.ts`). */
export const searchIndex = pgTable(
  'search_index',
  {
    id: integer().primaryKey().default(1),
    engine: text().notNull(),
    name: text(),
    building: text(),
    place: text(),
    leaving: text().array().notNull().default([]),
    switchedAt: moment('switched_at')
  },
  table => [check('search_index_one', sql`${table.id} = 1`)]
)
