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

/** What of `shared/rules/passport.ts` does not depend on the day, for whoever writes. */
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
 * `active` answers searches; `waiting` would, if its passport were complete; `disabled` was switched off by somebody;
 * `deleting` is gone for everybody, and its records go in portions.
 */
export type SourceStatus = 'active' | 'waiting' | 'disabled' | 'deleting'

/** A source and its passport. */
export const sources = pgTable(
  'source',
  {
    id: smallint().primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull().unique(),
    title: text().notNull(),
    status: text().$type<SourceStatus>().notNull().default('active'),
    kind: text().$type<SourceKind>(),
    origin: text().$type<SourceOrigin>(),
    basis: text().$type<SourceBasis>(),
    controller: text(),
    evidenceUrl: text('evidence_url'),
    retentionDays: integer('retention_days'),
    obtainedAt: date('obtained_at'),
    reviewDue: date('review_due'),
    /** Labels that may be stored and shown; null means all. */
    fields: text().array(),
    /** Purposes that a search may have; null means all, and none stated. */
    purposesAllowed: text('purposes_allowed').array().$type<PurposeCode[]>(),
    /** When labels were taken out of `fields` that are not in it again; a trigger writes it. */
    narrowed: jsonObject<Record<string, string>>()().notNull().default({}),
    /** In the order of the records' values. Only ever appended to. */
    columns:
      jsonObject<
        { label: string; kind: Columns[string]; party?: ColumnParty; guessedBy?: number }[]
      >()().notNull(),
    /** The column by which imports tell records apart: '' for none, null before the first import decides it. */
    idColumn: text('id_column'),
    records: bigint({ mode: 'number' }).notNull().default(0),
    /** Its records are in an index that this product did not make and never changes. */
    adopted: boolean().notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow()
  },
  table => [
    check('source_active_complete', sql.raw(`status <> 'active' OR (${COMPLETE_PASSPORT}) IS TRUE`)),
    check('source_purposes_some', sql`coalesce(cardinality(${table.purposesAllowed}) > 0, true)`),
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
  /** Rows, of which `added` brought a new record and `changed` another version of a known one; the rest repeated. */
  stored: bigint({ mode: 'number' }).notNull().default(0),
  added: bigint({ mode: 'number' }).notNull().default(0),
  changed: bigint({ mode: 'number' }).notNull().default(0),
  rejected: bigint({ mode: 'number' }).notNull().default(0),
  suppressed: bigint({ mode: 'number' }).notNull().default(0),
  startedAt: moment('started_at').notNull().defaultNow(),
  finishedAt: moment('finished_at')
})

/** Search counts of a source per hour. Source 0 stands for whole searches. */
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
    /** How many of the queries took how long: counts by the bins of `api/features/statistics/durations.ts`. */
    durations: integer().array().notNull().default([])
  },
  table => [primaryKey({ columns: [table.sourceId, table.hour] })]
)

/** Counts of whole searches by what their lines were read as first, since the last reset. */
export const kindMetrics = pgTable('kind_metric', {
  kind: text().primaryKey(),
  queries: bigint({ mode: 'number' }).notNull().default(0),
  slow: bigint({ mode: 'number' }).notNull().default(0),
  timeUs: bigint('time_us', { mode: 'number' }).notNull().default(0),
  durations: integer().array().notNull().default([])
})

/**
 * A searchable record (`docs/search.md` §2). `id` is the signed xxHash64 of `record_id`; `k` holds the hashes of its
 * keys under GIN; `sur` the surname for the ordered look-up.
 */
export const records = pgTable(
  'rec',
  {
    id: bigint({ mode: 'bigint' }).primaryKey(),
    src: smallint().notNull(),
    batch: integer().notNull(),
    /** The part of `record_id` after the source key. */
    rid: text().notNull(),
    /** JSON array of values in the order of the source's columns. */
    doc: text().notNull(),
    k: bigints().notNull(),
    sur: bigint({ mode: 'bigint' }),
    subj: bigints().notNull()
  },
  table => [
    // As in `api/engines/postgres/indexes.ts`. Where another engine answers they are dropped.
    index('rec_k').using('gin', table.k).with({ gin_pending_list_limit: 64 }),
    // Every 64th record, for frequent words (`IN_SAMPLE` there).
    index('rec_k_sample').using('gin', table.k).where(sql`(id & 63) = 0`).with({ fastupdate: false }),
    index('rec_sur').on(table.sur, table.src, table.id)
  ]
)

/**
 * Batches that brought a version of a record just as another had, `owner`, whose number stands with that version. Who
 * writes here holds the lock of the record's row.
 */
export const recordShares = pgTable(
  'rec_share',
  {
    id: bigint({ mode: 'bigint' }).notNull(),
    batch: integer().notNull(),
    owner: integer().notNull()
  },
  table => [primaryKey({ columns: [table.id, table.batch] }), index('rec_share_batch').on(table.batch)]
)

/** Versions of records that later batches overwrote, the later the greater `n`. Locked like `rec_share`. */
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

/**
 * Spellings of name parts in the records, for typing errors: spelling, the form used in composites, and hashes of the
 * spelling with at most one letter dropped and of its sound. No personal data: single name parts without their record,
 * which stay when records are removed.
 */
export const vocabulary = pgTable(
  'vocabulary',
  { spelling: text().notNull(), form: text().notNull(), near: bigints().notNull() },
  table => [
    primaryKey({ columns: [table.spelling, table.form] }),
    // Searches would read a pending list from end to end, and loads add few words.
    index('vocabulary_near').using('gin', table.near).with({ fastupdate: false })
  ]
)

/**
 * What loads have learned of spellings, for the memory of search threads: of each word that was new or met more often its
 * spelling, magnitude and signature (`KnownSpelling`), as JSON. Later rows have the greater `n`, in the order of commits.
 */
export const vocabularyLog = pgTable('vocabulary_log', {
  n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  words: text().notNull()
})

/** Suppressed people, by keyed hash; no raw value is stored (`docs/data-protection.md` §2). */
export const suppressions = pgTable(
  'suppression',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    token: bytes().notNull(),
    /** First eight bytes of the token, signed, as stored with records. */
    prefix: bigint({ mode: 'bigint' }).notNull(),
    kind: text().notNull(),
    class: text().notNull(),
    state: text().notNull().default('active'),
    expiresAt: moment('expires_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The entry that it is a further value of (`suppressedValues`); null of the entry itself. They stand and go with it. */
    mainId: integer('main_id').references((): AnyPgColumn => suppressions.id, { onDelete: 'cascade' }),
    /** Number of the request that it follows. */
    request: text(),
    /** No foreign keys: the list outlives accounts. */
    addedBy: integer('added_by'),
    liftedAt: moment('lifted_at'),
    liftedBy: integer('lifted_by'),
    liftReason: text('lift_reason'),
    /** The block of the records' table where their erasure goes on; null while there is none under way. */
    eraseFrom: integer('erase_from'),
    /** When the records that it meets were erased. */
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

/** One row: how often the list was changed, which a trigger counts. Nobody reads the list to see that it is the same. */
export const suppressionChanges = pgTable('suppression_change', {
  count: bigint({ mode: 'number' }).notNull().default(0)
})

/** One row: the rule (`api/book/index-record.ts`) by which the keys of the stored records were made. */
export const recordRules = pgTable('record_rule', { rule: integer().notNull() })

const OLDEST_UNDER_WAY = sql`pg_snapshot_xmin(pg_current_snapshot())`

/**
 * What changed of the records, in one row a record and transaction, while anybody follows (`api/book/changes.ts`). Triggers of
 * `rec` write it.
 */
export const recordChanges = pgTable(
  'record_change',
  {
    xid: transactionNumber().notNull().default(sql`pg_current_xact_id()`),
    /** The greater, the later of the changes of one record. */
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

/**
 * Whoever follows the changes of records, an index of a cluster by its name, and up to which change. Up to the settled one
 * its index has had all for longer than a search lasts; the noted one is to be the next that is settled.
 */
export const recordFollowers = pgTable('record_follower', {
  name: text().primaryKey(),
  xid: transactionNumber().notNull().default(OLDEST_UNDER_WAY),
  seq: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
  notedAt: moment('noted_at').notNull().defaultNow()
})

/** One row: which index of the records answers, and what is made or left of others (`api/engines/index-state.ts`). */
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
