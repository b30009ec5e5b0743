import type { SQL } from 'bun'
import { and, arrayContains, eq, gt, max, ne, sql as text } from 'drizzle-orm'
import type { RecordSource, SourceColumn } from '#api/book/index-record.ts'
import { orm } from '#api/db/orm.ts'
import { auditEvents, type SourceStatus, sources } from '#api/db/schema/index.ts'
import type { DeclaredPassport } from '#shared/contracts/passport.ts'
import { insertSource } from './new-source-store.ts'
import { storedPassport } from './passport-store.ts'
import { plainColumn } from './store.ts'

export interface LoadedSource extends RecordSource {
  id: number
  title: string
  status: SourceStatus
  columns: SourceColumn[]
  /** Labels that may be stored; null means all. */
  fields: string[] | null
  adopted: boolean
  /** Identifies records: '' for none, null while undecided. */
  idColumn: string | null
  hasRecords: boolean
  passport: DeclaredPassport
}

/** Null during a deletion. */
export async function findSource(sql: SQL, key: string): Promise<LoadedSource | null> {
  const [row] = await orm(sql)
    .select()
    .from(sources)
    .where(and(eq(sources.key, key), ne(sources.status, 'deleting')))
  if (!row) return null
  const { id, title, status, columns, fields, adopted } = row
  const hasRecords = row.records > 0
  return {
    id,
    key,
    title,
    status,
    columns: columns.map(plainColumn),
    fields,
    adopted,
    idColumn: hasRecords ? row.idColumn : null,
    hasRecords,
    passport: storedPassport(row)
  }
}

export async function rememberIdColumn(sql: SQL, sourceId: number, idColumn: string): Promise<string> {
  const storedColumn = text`CASE WHEN ${sources.records} > 0 THEN coalesce(${sources.idColumn}, ${idColumn}) ELSE ${idColumn} END`
  const [row] = await orm(sql)
    .update(sources)
    .set({ idColumn: storedColumn })
    .where(eq(sources.id, sourceId))
    .returning({ idColumn: sources.idColumn })
  return row?.idColumn ?? idColumn
}

/** Disabled until it has records. False when the key is taken. */
export async function addSource(sql: SQL, key: string, title: string): Promise<boolean> {
  return (await insertSource(orm(sql), { key, title, status: 'disabled', columns: [] })) !== undefined
}

/** With the first records. @throws Error when the source is being deleted. */
export async function activateSource(tx: SQL, sourceId: number): Promise<void> {
  const activated = await orm(tx)
    .update(sources)
    .set({ status: 'active' })
    .where(and(eq(sources.id, sourceId), ne(sources.status, 'deleting')))
    .returning({ id: sources.id })
  if (activated.length === 0) throw new Error('a source that is gone, or is being deleted')
}

export async function latestAct(sql: SQL): Promise<number> {
  const [row] = await orm(sql)
    .select({ latest: max(auditEvents.id) })
    .from(auditEvents)
  return Number(row?.latest ?? 0)
}

export async function isDeletedSince(sql: SQL, key: string, act: number): Promise<boolean> {
  const { id, action, sourceKeys } = auditEvents
  const deletions = and(gt(id, act), eq(action, 'index_delete'), arrayContains(sourceKeys, [key]))
  return (await orm(sql).$count(auditEvents, deletions)) > 0
}

/** Forgets trailing columns that an undone load guessed, all of an empty source: values are positional. */
export async function forgetColumns(sql: SQL, sourceId: number): Promise<void> {
  await sql`UPDATE source SET columns = CASE WHEN records = 0 THEN '[]'::jsonb ELSE (
      SELECT coalesce(jsonb_agg(held.col ORDER BY held.place), '[]')
      FROM jsonb_array_elements(columns) WITH ORDINALITY AS held (col, place)
      WHERE held.place <= (
        SELECT coalesce(max(kept.place), 0) FROM jsonb_array_elements(columns) WITH ORDINALITY AS kept (col, place)
        WHERE NOT EXISTS (
          SELECT FROM import_batch AS gone
          WHERE gone.id = (kept.col->>'guessedBy')::int AND gone.state = 'undone' AND gone.finished_at IS NOT NULL
            AND NOT EXISTS (
              SELECT FROM import_batch AS other
              WHERE other.source_id = gone.source_id AND (other.state <> 'undone' OR other.finished_at IS NULL)
                AND coalesce(other.finished_at, 'infinity') >= gone.started_at))))
    END WHERE id = ${sourceId} AND NOT EXISTS (
      SELECT FROM import_batch AS leaving
      WHERE leaving.source_id = source.id AND leaving.state = 'undone' AND leaving.finished_at IS NULL)`
}
