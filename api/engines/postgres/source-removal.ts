import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import type { SearchEngine, SourceKey } from '#api/engines/contract.ts'

/** Table blocks read by a statement, and by a call: no index finds the records of a source. */
const STEP_BLOCKS = 1_024
const CALL_BLOCKS = 65_536

/** Removes records of sources from where the last call stopped. Whoever starts anew only reads again what is gone. */
export function createSourceRemoval(sql: SQL): SearchEngine['removeOfSource'] {
  const nextBlock = new Map<SourceKey, number>()

  return async (source, most, book) => {
    const [place] = await sql<{ id: number; blocks: number }[]>`SELECT id,
      ceil(pg_relation_size('rec') / current_setting('block_size')::float8)::float8 AS blocks
      FROM source WHERE key = ${source}`
    if (!place) return 0
    return await sql.begin(async tx => {
      const from = nextBlock.get(source) ?? 0
      const to = Math.min(place.blocks, from + CALL_BLOCKS)
      const ids: string[] = []
      let block = from
      while (block < to && ids.length < most) {
        const rows = await tx<{ id: string }[]>`SELECT id::text AS id FROM rec
          WHERE ctid >= ${`(${block},0)`}::tid AND ctid < ${`(${block + STEP_BLOCKS},0)`}::tid
            AND src = ${place.id} LIMIT ${most - ids.length} FOR UPDATE SKIP LOCKED`
        ids.push(...rows.map(({ id }) => id))
        if (ids.length < most) block += STEP_BLOCKS
      }
      nextBlock.set(source, block < place.blocks ? block : 0)
      if (ids.length === 0) return 0
      const gone = bigintArray(ids)
      await tx`DELETE FROM rec_share WHERE id = ANY (${gone}::int8[])`
      await tx`DELETE FROM rec_earlier WHERE id = ANY (${gone}::int8[])`
      await tx`DELETE FROM rec WHERE id = ANY (${gone}::int8[])`
      await book(tx, new Map([[source, ids.length]]))
      return ids.length
    })
  }
}
