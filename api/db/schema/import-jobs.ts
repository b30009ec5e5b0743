import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ImportOrder, ImportReport, ImportState, RemapForm } from '#shared/contracts/admin/imports.ts'
import { users } from './accounts.ts'
import { jsonObject } from './column-types.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const large = (name: string) => bigint(name, { mode: 'number' })

/**
 * Background work on sources: `file` an upload and import, `remap` new kinds of columns, `rekey` keys of an older rule
 * (`api/features/sources/rekey-store.ts`). Its `runner` updates `beat_at`.
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
    writer: text(),
    writerSince: moment('writer_since'),
    order: jsonObject<ImportOrder>()('asked'),
    columns: jsonObject<RemapForm['columns']>()('columns'),
    parties: jsonObject<RemapForm['parties']>()('parties'),
    /** Progress as the book reports it. */
    cursor: text(),
    runner: text(),
    /** Last sign of life; for a waiting job the time its source was found busy. */
    beatAt: moment('beat_at'),
    /** Runners lost without progress. */
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
