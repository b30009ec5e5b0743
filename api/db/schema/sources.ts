import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp
} from 'drizzle-orm/pg-core'
import type { Columns } from '#shared/identity/records/types.ts'
import type { SourceBasis, SourceKind, SourceOrigin } from '#shared/labels/sources.ts'
import { bigints, bytes, jsonObject } from './column-types.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A source and its passport. Passport fields are null until somebody declares them; then it answers. */
export const sources = pgTable('source', {
  id: smallint().primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull().unique(),
  title: text().notNull(),
  status: text().$type<'active' | 'disabled'>().notNull().default('active'),
  kind: text().$type<SourceKind>(),
  origin: text().$type<SourceOrigin>(),
  basis: text().$type<SourceBasis>(),
  controller: text(),
  evidenceUrl: text('evidence_url'),
  retentionDays: integer('retention_days'),
  obtainedAt: date('obtained_at'),
  reviewDue: date('review_due'),
  /** Labels that may be kept and shown; null means all. */
  fields: text().array(),
  /** Label → field kind, in the order in which records hold their values. Only ever appended to. */
  columns: jsonObject<{ label: string; kind: Columns[string] }[]>()().notNull(),
  records: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow()
})

export const importBatches = pgTable('import_batch', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  sourceId: smallint('source_id')
    .notNull()
    .references(() => sources.id, { onDelete: 'cascade' }),
  fileName: text('file_name').notNull(),
  fileSha256: bytes('file_sha256'),
  state: text().$type<'running' | 'done' | 'undone'>().notNull().default('running'),
  stored: bigint({ mode: 'number' }).notNull().default(0),
  rejected: bigint({ mode: 'number' }).notNull().default(0),
  suppressed: bigint({ mode: 'number' }).notNull().default(0),
  startedAt: moment('started_at').notNull().defaultNow(),
  finishedAt: moment('finished_at')
})

/** What searches asked of a source in an hour, for the statistics page. Source 0 stands for whole searches. */
export const sourceMetrics = pgTable(
  'source_metric',
  {
    sourceId: smallint('source_id').notNull(),
    hour: moment('hour').notNull(),
    queries: bigint({ mode: 'number' }).notNull().default(0),
    hits: bigint({ mode: 'number' }).notNull().default(0),
    /** Queries that took longer than half a second. */
    slow: bigint({ mode: 'number' }).notNull().default(0),
    failures: bigint({ mode: 'number' }).notNull().default(0),
    timeUs: bigint('time_us', { mode: 'number' }).notNull().default(0)
  },
  table => [primaryKey({ columns: [table.sourceId, table.hour] })]
)

/**
 * One searchable record (`docs/search.md` §2). `id` is the signed xxHash64 of `record_id`; `k` holds the
 * hashes of its keys under GIN; `sur` the surname for the ordered look-up.
 */
export const records = pgTable(
  'rec',
  {
    id: bigint({ mode: 'bigint' }).primaryKey(),
    src: smallint().notNull(),
    batch: integer().notNull(),
    /** The part of `record_id` after the source key. */
    rid: text().notNull(),
    /** JSON array of values in the order of the source's columns; JSON keeps labels out of every row. */
    doc: text().notNull(),
    k: bigints().notNull(),
    sur: bigint({ mode: 'bigint' }),
    subj: bigints().notNull()
  },
  table => [
    // With settings as `api/engines/postgres/indexes.ts` gives them, which builds these indexes anew after a large load.
    index('rec_k').using('gin', table.k).with({ gin_pending_list_limit: 64 }),
    // Every 64th record, for words that stand in a good part of all records (`IN_SAMPLE` there).
    index('rec_k_sample').using('gin', table.k).where(sql`(id & 63) = 0`).with({ fastupdate: false }),
    index('rec_sur').on(table.sur, table.src, table.id)
  ]
)

/**
 * How the parts of names are written in the records, for typing errors: spelling, the form in which composites are made
 * of it, and hashes of the spelling with at most one letter dropped and of its sound. Nobody's data: a surname, a given
 * name or a patronymic by itself, not told from which record, which stays when records are removed.
 */
export const vocabulary = pgTable(
  'vocabulary',
  { spelling: text().notNull(), form: text().notNull(), near: bigints().notNull() },
  table => [
    primaryKey({ columns: [table.spelling, table.form] }),
    // A search would read the list of waiting rows from end to end, and a load adds few words.
    index('vocabulary_near').using('gin', table.near).with({ fastupdate: false })
  ]
)

/** People who are not to be found, by keyed hash; no raw value is stored (`docs/data-protection.md` §2). */
export const suppressions = pgTable(
  'suppression',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    token: bytes().notNull().unique(),
    /** First eight bytes of the token, signed: what records carry. */
    prefix: bigint({ mode: 'bigint' }).notNull(),
    kind: text().notNull(),
    class: text().notNull(),
    state: text().notNull().default('active'),
    expiresAt: moment('expires_at'),
    createdAt: moment('created_at').notNull().defaultNow()
  },
  table => [index('suppression_prefix').on(table.prefix)]
)
