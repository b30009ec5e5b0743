import type { SQL } from 'bun'
import { and, desc, eq, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { importBatches, sources } from '#api/db/schema/index.ts'

/** What became of the rows of a batch so far; their sum says how far the file was read. */
export interface BatchCounts {
  stored: number
  rejected: number
  suppressed: number
}

export interface Batch {
  id: number
  /** Counts of an earlier run that was interrupted: reading goes on behind them. */
  before: BatchCounts
}

export type BatchState = 'running' | 'done' | 'undone'

const COUNTS = {
  stored: importBatches.stored,
  rejected: importBatches.rejected,
  suppressed: importBatches.suppressed
}

/** The unfinished batch of the same file, or a new one. */
export async function openBatch(
  sql: SQL,
  sourceId: number,
  fileName: string,
  fileSha256: Uint8Array
): Promise<Batch> {
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

/** Every batch of a file, the newest first. */
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

/** True when a source holds nothing but what this batch has brought: then the rest of it is probably new. */
export async function bringsAll(sql: SQL, batchId: number): Promise<boolean> {
  const [row] = await orm(sql)
    .select({ all: text<boolean>`${sources.records} <= ${importBatches.stored}` })
    .from(importBatches)
    .innerJoin(sources, eq(sources.id, importBatches.sourceId))
    .where(eq(importBatches.id, batchId))
  return row?.all ?? false
}

/**
 * Books rows in the transaction that stores them. False when the batch is not where the caller left it: another
 * process reads the same file.
 */
export async function bookRows(
  tx: SQL,
  batch: { id: number; sourceId: number },
  done: number,
  more: BatchCounts & { fresh: number }
): Promise<boolean> {
  const { stored, rejected, suppressed } = importBatches
  const booked = await orm(tx)
    .update(importBatches)
    .set({
      stored: text`${stored} + ${more.stored}`,
      rejected: text`${rejected} + ${more.rejected}`,
      suppressed: text`${suppressed} + ${more.suppressed}`
    })
    .where(
      and(
        eq(importBatches.id, batch.id),
        eq(importBatches.state, 'running'),
        eq(text`${stored} + ${rejected} + ${suppressed}`, done)
      )
    )
    .returning({ id: importBatches.id })
  if (booked.length === 0) return false
  if (more.fresh > 0) {
    await orm(tx)
      .update(sources)
      .set({ records: text`${sources.records} + ${more.fresh}` })
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
