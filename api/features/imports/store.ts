import type { SQL } from 'bun'
import { and, desc, eq, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { importBatches, sources } from '#api/db/schema/index.ts'

/** The sum of the counts says how far the file was read. */
export interface BatchCounts {
  stored: number
  rejected: number
  suppressed: number
}

export interface OpenedBatch {
  id: number
  /** Counts of an interrupted run, after which reading continues. */
  before: BatchCounts
}

export type BatchState = 'running' | 'done' | 'undone'

const COUNTS = {
  stored: importBatches.stored,
  rejected: importBatches.rejected,
  suppressed: importBatches.suppressed
}

/** Resumes the unfinished batch of the same file, or adds a batch. */
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
  const [row] = await orm(sql)
    .insert(importBatches)
    .values({ sourceId, fileName, fileSha256 })
    .returning({ id })
  if (!row) throw new Error('a batch was not stored')
  return { id: row.id, before: { stored: 0, rejected: 0, suppressed: 0 } }
}

/** Newest first. */
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

/** Whether the source holds only this batch: then the rest of it is probably new. */
export async function bringsAll(sql: SQL, batchId: number): Promise<boolean> {
  const [row] = await orm(sql)
    .select({ all: text<boolean>`${sources.records} <= ${importBatches.stored}` })
    .from(importBatches)
    .innerJoin(sources, eq(sources.id, importBatches.sourceId))
    .where(eq(importBatches.id, batchId))
  return row?.all ?? false
}

/** Counts rows, in the transaction that stores them. False when another process has moved the batch on. */
export async function bookRows(
  tx: SQL,
  batch: { id: number; sourceId: number },
  bookedRows: number,
  added: BatchCounts & { fresh: number }
): Promise<boolean> {
  const { stored, rejected, suppressed } = importBatches
  const booked = await orm(tx)
    .update(importBatches)
    .set({
      stored: text`${stored} + ${added.stored}`,
      rejected: text`${rejected} + ${added.rejected}`,
      suppressed: text`${suppressed} + ${added.suppressed}`
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
  if (added.fresh > 0) {
    await orm(tx)
      .update(sources)
      .set({ records: text`${sources.records} + ${added.fresh}` })
      .where(eq(sources.id, batch.sourceId))
  }
  return true
}

export async function closeBatch(sql: SQL, batchId: number): Promise<void> {
  await orm(sql)
    .update(importBatches)
    .set({ state: 'done', finishedAt: text`now()` })
    .where(eq(importBatches.id, batchId))
}
