import type { SQL } from 'bun'
import { and, desc, eq, sql as text } from 'drizzle-orm'
import type { WrittenRecords } from '#api/book/contract.ts'
import { orm } from '#api/db/orm.ts'
import { importBatches, sources } from '#api/db/schema/index.ts'

/** Stored rows that are neither added nor changed were repeated. */
export interface BatchCounts extends WrittenRecords {
  stored: number
  rejected: number
  suppressed: number
}

export const NO_ROWS: BatchCounts = { stored: 0, added: 0, changed: 0, rejected: 0, suppressed: 0 }

export const rowsOf = ({ stored, rejected, suppressed }: BatchCounts): number =>
  stored + rejected + suppressed

export interface OpenedBatch {
  id: number
  before: BatchCounts
}

export type BatchState = 'running' | 'done' | 'undone'

const COUNTS = {
  stored: importBatches.stored,
  added: importBatches.added,
  changed: importBatches.changed,
  rejected: importBatches.rejected,
  suppressed: importBatches.suppressed
}

/** Resumes the batch of the file or adds one. @throws Error when the source is being deleted. */
export async function openBatch(
  sql: SQL,
  sourceId: number,
  fileName: string,
  fileSha256: Uint8Array
): Promise<OpenedBatch> {
  const { id, ...ofFile } = { id: importBatches.id, ...COUNTS }
  const [unfinished] = await orm(sql)
    .select({ id, ...ofFile })
    .from(importBatches)
    .where(
      and(
        eq(importBatches.sourceId, sourceId),
        eq(importBatches.state, 'running'),
        eq(importBatches.fileSha256, fileSha256),
        eq(importBatches.fileName, fileName)
      )
    )
    .orderBy(desc(importBatches.id))
    .limit(1)
  if (unfinished) {
    const { id: batchId, ...before } = unfinished
    return { id: batchId, before }
  }
  const [row] = await sql<{ id: number }[]>`INSERT INTO import_batch (source_id, file_name, file_sha256)
    SELECT id, ${fileName}::text, ${fileSha256}::bytea FROM source
    WHERE id = ${sourceId} AND status <> 'deleting' FOR KEY SHARE
    RETURNING id`
  if (!row) throw new Error('a source that is gone, or is being deleted')
  return { id: row.id, before: NO_ROWS }
}

export async function batchesOf(
  sql: SQL,
  fileSha256: Uint8Array
): Promise<(BatchCounts & { id: number; sourceId: number; state: BatchState })[]> {
  return await orm(sql)
    .select({ id: importBatches.id, sourceId: importBatches.sourceId, state: importBatches.state, ...COUNTS })
    .from(importBatches)
    .where(eq(importBatches.fileSha256, fileSha256))
    .orderBy(desc(importBatches.id))
}

/** Then further rows are probably new. */
export async function isSoleBatch(sql: SQL, batchId: number): Promise<boolean> {
  const [row] = await orm(sql)
    .select({ all: text<boolean>`${sources.records} <= ${importBatches.stored}` })
    .from(importBatches)
    .innerJoin(sources, eq(sources.id, importBatches.sourceId))
    .where(eq(importBatches.id, batchId))
  return row?.all ?? false
}

/** In the transaction of the rows. False when the batch moved on. */
export async function bookRows(
  tx: SQL,
  batch: { id: number; sourceId: number },
  bookedRows: number,
  more: BatchCounts
): Promise<boolean> {
  const { stored, added, changed, rejected, suppressed } = importBatches
  const booked = await orm(tx)
    .update(importBatches)
    .set({
      stored: text`${stored} + ${more.stored}`,
      added: text`${added} + ${more.added}`,
      changed: text`${changed} + ${more.changed}`,
      rejected: text`${rejected} + ${more.rejected}`,
      suppressed: text`${suppressed} + ${more.suppressed}`
    })
    .where(
      and(
        eq(importBatches.id, batch.id),
        eq(importBatches.state, 'running'),
        eq(text`${stored} + ${rejected} + ${suppressed}`, bookedRows)
      )
    )
    .returning({ id: importBatches.id })
  if (booked.length === 0) return false
  if (more.added > 0) {
    await orm(tx)
      .update(sources)
      .set({ records: text`${sources.records} + ${more.added}` })
      .where(eq(sources.id, batch.sourceId))
  }
  return true
}

/** False when the source was deleted. */
export async function closeBatch(sql: SQL, batchId: number): Promise<boolean> {
  const closed = await orm(sql)
    .update(importBatches)
    .set({ state: 'done', finishedAt: text`now()` })
    .where(and(eq(importBatches.id, batchId), eq(importBatches.state, 'running')))
    .returning({ id: importBatches.id })
  return closed.length > 0
}

export async function forgetEmptyBatch(sql: SQL, batchId: number): Promise<void> {
  const { id, state, stored } = importBatches
  await orm(sql)
    .delete(importBatches)
    .where(and(eq(id, batchId), eq(state, 'running'), eq(stored, 0)))
}
