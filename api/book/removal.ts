import type { SQL } from 'bun'
import type { BatchRemoval, BookRemoved, RemovalProgress } from './contract.ts'
import { beginWrite } from './list-writes.ts'
import { NOT_SUPPRESSED } from './rows.ts'
import { type Released, releaseBelow, releasePresent } from './versions.ts'

/** About 20,000 rows a transaction. */
const STEP_BLOCKS = 1_024
const STEP_ROWS = 20_000

/** Scans the whole table, as the removal does. */
export async function planRemoval(owner: SQL, batchId: number): Promise<BatchRemoval> {
  const [plan] = await owner.unsafe<BatchRemoval[]>(
    `SELECT owned - handed - restored AS removed, restored, handed + shared AS kept FROM
      (SELECT count(*)::float8 AS owned FROM rec WHERE batch = $1::int4),
      (SELECT count(*)::float8 AS shared FROM rec_share s JOIN rec ON rec.id = s.id AND rec.batch = s.owner
        WHERE s.batch = $1::int4),
      (SELECT count(DISTINCT s.id)::float8 AS handed FROM rec_share s JOIN rec USING (id)
        WHERE s.owner = $1::int4 AND rec.batch = $1::int4),
      (SELECT count(DISTINCT rec.id)::float8 AS restored FROM rec_earlier AS rec JOIN rec AS present USING (id)
        WHERE present.batch = $1::int4 AND ${NOT_SUPPRESSED}
          AND NOT EXISTS (SELECT FROM rec_share s WHERE s.id = rec.id AND s.owner = $1::int4))`,
    [batchId]
  )
  return plan ?? { removed: 0, restored: 0, kept: 0 }
}

/** In short transactions with their `book` calls: present versions first. */
export async function removeBatchRows(
  owner: SQL,
  batchId: number,
  book: BookRemoved,
  onProgress: RemovalProgress,
  { stepBlocks = STEP_BLOCKS, stepRows = STEP_ROWS }: { stepBlocks?: number; stepRows?: number } = {}
): Promise<BatchRemoval> {
  const all: BatchRemoval = { removed: 0, restored: 0, kept: 0 }
  const [table]: { blocks: number }[] = await owner`SELECT
    ceil(pg_relation_size('rec') / current_setting('block_size')::float8)::float8 AS blocks`
  const blocks = table?.blocks ?? 0
  onProgress(0, blocks === 0 ? 1 : 0)
  const removeSome = (fill: Fill) => removeBatchPortion(owner, book, all, fill)
  for (let from = 0; from < blocks; from += stepBlocks) {
    await removeSome(async tx => {
      await tx`INSERT INTO rec_portion SELECT id, batch FROM rec
        WHERE ctid >= ${`(${from},0)`}::tid AND ctid < ${`(${from + stepBlocks},0)`}::tid AND batch = ${batchId}`
    })
    onProgress(all.removed, Math.min(1, (from + stepBlocks) / blocks))
  }
  for (const table of ['rec_earlier', 'rec_share']) {
    const fill = `INSERT INTO rec_portion SELECT id, batch FROM ${table} WHERE batch = $1::int4 ORDER BY id LIMIT $2::int4`
    while (await removeSome(tx => tx.unsafe(fill, [batchId, stepRows])));
  }
  return all
}

type Fill = (tx: SQL) => Promise<unknown>

async function removeBatchPortion(
  owner: SQL,
  book: BookRemoved,
  all: BatchRemoval,
  fill: Fill
): Promise<boolean> {
  const released = await owner.begin(async (tx): Promise<Released | null> => {
    await beginWrite(tx)
    await tx`CREATE TEMP TABLE IF NOT EXISTS rec_portion (id int8, batch int4) ON COMMIT DELETE ROWS`
    await fill(tx)
    const [portion]: { filled: boolean }[] = await tx`SELECT EXISTS (SELECT FROM rec_portion) AS filled`
    if (!portion?.filled) return null
    await tx`SELECT count(*) FROM (SELECT FROM rec JOIN rec_portion USING (id) ORDER BY id FOR UPDATE OF rec)`
    const shared = await releaseBelow(tx, 'rec_portion')
    const present = await releasePresent(tx)
    if (present.removed.length > 0) await book(tx, await countsByKey(tx, present.removed))
    return { ...present, kept: shared + present.kept }
  })
  if (!released) return false
  all.kept += released.kept
  all.restored += released.restored
  for (const { count } of released.removed) all.removed += count
  return true
}

async function countsByKey(tx: SQL, counts: Released['removed']): Promise<Map<string, number>> {
  const sources: { id: number; key: string }[] = await tx`SELECT id, key FROM source`
  const keyOf = new Map(sources.map(({ id, key }) => [id, key]))
  return new Map(counts.map(({ src, count }) => [keyOf.get(src) ?? '', count]))
}
