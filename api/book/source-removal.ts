import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import type { Book, SourceKey } from './contract.ts'

/** No index finds the records of a source: blocks per transaction, and time per call. */
const STEP_BLOCKS = 256
const CALL_MS = 1_000

/** Remembers its place between short transactions. Starting over costs only reading. */
export function createSourceRemoval(
  sql: SQL,
  { stepBlocks, callMs } = { stepBlocks: STEP_BLOCKS, callMs: CALL_MS }
): Book['removeOfSource'] {
  const nextBlock = new Map<SourceKey, number>()

  return async (source, most, book) => {
    const [place] = await sql<{ id: number; blocks: number }[]>`SELECT id,
      ceil(pg_relation_size('rec') / current_setting('block_size')::float8)::float8 AS blocks
      FROM source WHERE key = ${source} AND records > 0`
    if (!place) return 0
    const { id, blocks } = place

    const removeBetween = (from: number, to: number, most: number) =>
      sql.begin(async tx => {
        const rows = await tx<{ id: string }[]>`SELECT id::text AS id FROM rec
          WHERE ctid >= ${`(${from},0)`}::tid AND ctid < ${`(${to},0)`}::tid AND src = ${id}
          LIMIT ${most} FOR UPDATE SKIP LOCKED`
        if (rows.length === 0) return 0
        const gone = bigintArray(rows.map(row => row.id))
        await tx`DELETE FROM rec_share WHERE id = ANY (${gone}::int8[])`
        await tx`DELETE FROM rec_earlier WHERE id = ANY (${gone}::int8[])`
        await tx`DELETE FROM rec WHERE id = ANY (${gone}::int8[])`
        await book(tx, new Map([[source, rows.length]]))
        return rows.length
      })

    const until = performance.now() + callMs
    let removed = 0
    let block = nextBlock.get(source) ?? 0
    do {
      const left = most - removed
      const count = await removeBetween(block, block + stepBlocks, left)
      removed += count
      if (count < left) block += stepBlocks
      nextBlock.set(source, block < blocks ? block : 0)
    } while (removed < most && block < blocks && performance.now() < until)
    return removed
  }
}
