import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ImportOrder, ImportReport, ImportState, RemapForm } from '#shared/contracts/admin-imports.ts'
import { users } from './accounts.ts'
import { jsonObject } from './column-types.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const large = (name: string) => bigint(name, { mode: 'number' })

/**
 * Work on sources that goes on by itself: `file` is an upload and its import, `remap` other kinds for columns, `rekey` keys
 * for records of an older rule (`api/features/sources/rekey-store.ts`). Whoever does it is its `runner`, and writes `beat_at` as long as it is at it.
 */
export const importJobs = pgTable(
  'import_job',
  {
    id: text().primaryKey(),
    kind: text().$type<'file' | 'remap' | 'rekey'>().notNull(),
    state: text().$type<ImportState>().notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    sourceKey: text('source_key'),
    fileName: text('file_name').notNull().default(''),
    fingerprint: text().notNull().default(''),
    size: large('size').notNull().default(0),
    received: large('received').notNull().default(0),
    /** Who is writing a piece, and since when. */
    writer: text(),
    writerSince: moment('writer_since'),
    /** Of a file. */
    order: jsonObject<ImportOrder>()('asked'),
    /** The kinds that a remap gives to columns, and whose it says that they are. */
    columns: jsonObject<RemapForm['columns']>()('columns'),
    parties: jsonObject<RemapForm['parties']>()('parties'),
    /** How far a remap or rekey is, as the engine says it. */
    cursor: text(),
    runner: text(),
    /** The runner's last sign of life; of a job that waits, when its source was found held by somebody else. */
    beatAt: moment('beat_at'),
    /** Runners that were lost one after the other without getting on. */
    attempts: integer().notNull().default(0),
    /** 0–1 in millionths. */
    part: integer().notNull().default(0),
    rows: large('row_count').notNull().default(0),
    rowsPerSecond: integer('rows_per_second'),
    secondsLeft: integer('seconds_left'),
    note: text(),
    failure: text(),
    batchId: integer('batch_id'),
    report: jsonObject<ImportReport>()('report'),
    hasRejects: boolean('has_rejects').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Since when it waits to be done, in turn. */
    queuedAt: moment('queued_at'),
    touchedAt: moment('touched_at').notNull().defaultNow(),
    finishedAt: moment('finished_at')
  },
  table => [
    check('import_job_received', sql`${table.received} BETWEEN 0 AND ${table.size}`),
    uniqueIndex('import_job_uploading')
      .on(table.userId, table.fingerprint, table.size, table.fileName)
      .where(sql`state = 'uploading'`),
    uniqueIndex('import_job_remap')
      .on(table.sourceKey)
      .where(sql`kind = 'remap' AND state IN ('waiting', 'running')`)
  ]
)
