import type { SQL } from 'bun'
import { and, desc, eq, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { importBatches, sources } from '#api/db/schema/index.ts'
import type { BatchCounts, BatchState } from './store.ts'

export interface ListedBatch extends BatchCounts {
  id: number
  sourceId: number
  sourceKey: string
  fileName: string
  /** '' for a batch without a file. */
  sha256: string
  state: BatchState
  startedAt: Date
  finishedAt: Date | null
}

export async function beginUndo(sql: SQL, batchId: number): Promise<void> {
  await orm(sql)
    .update(importBatches)
    .set({ state: 'undone', finishedAt: null })
    .where(eq(importBatches.id, batchId))
}

export async function bookRemoved(tx: SQL, removed: ReadonlyMap<string, number>): Promise<void> {
  for (const [key, count] of removed) {
    await orm(tx)
      .update(sources)
      .set({ records: text`${sources.records} - ${count}` })
      .where(eq(sources.key, key))
  }
}

export async function finishUndo(sql: SQL, batchId: number): Promise<void> {
  await orm(sql).update(importBatches).set({ finishedAt: text`now()` }).where(eq(importBatches.id, batchId))
}

export async function listBatches(
  sql: SQL,
  { sourceKey, id }: { sourceKey?: string | undefined; id?: number }
): Promise<ListedBatch[]> {
  const rows = await orm(sql)
    .select({ batch: importBatches, sourceKey: sources.key })
    .from(importBatches)
    .innerJoin(sources, eq(sources.id, importBatches.sourceId))
    .where(
      and(
        sourceKey === undefined ? undefined : eq(sources.key, sourceKey),
        id === undefined ? undefined : eq(importBatches.id, id)
      )
    )
    .orderBy(desc(importBatches.id))
  return rows.map(({ batch: { fileSha256, ...batch }, sourceKey: key }) => ({
    ...batch,
    sourceKey: key,
    sha256: fileSha256 ? Buffer.from(fileSha256).toString('hex') : ''
  }))
}
