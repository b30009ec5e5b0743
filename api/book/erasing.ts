import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import type { BookRemoved, ErasedPortion, SourceKey } from './contract.ts'
import { awaitWrites } from './list-writes.ts'

/** About 20,000 records; no index finds them by person. */
const STEP_BLOCKS = 1_024

/** One portion of `Book.eraseSubjects`: some blocks of the table, at the end also earlier versions. */
export async function eraseSubjects(
  sql: SQL,
  subjectKeys: readonly string[],
  from: number,
  book: BookRemoved,
  stepBlocks = STEP_BLOCKS
): Promise<ErasedPortion> {
  const keys = bigintArray(subjectKeys)
  const to = from + stepBlocks
  if (from === 0) await awaitWrites(sql)
  return await sql.begin(async tx => {
    const [table] = await tx<{ blocks: number }[]>`SELECT
      ceil(pg_relation_size('rec') / current_setting('block_size')::float8)::float8 AS blocks`
    const isLast = to >= (table?.blocks ?? 0)
    // The lock order of loads.
    const rows = await tx<
      { id: string; key: SourceKey }[]
    >`WITH found AS MATERIALIZED (SELECT id, src FROM rec
        WHERE ctid >= ${`(${from},0)`}::tid AND ctid < ${`(${to},0)`}::tid AND subj && ${keys}::int8[]
        ORDER BY id FOR UPDATE)
      SELECT found.id::text AS id, source.key FROM found JOIN source ON source.id = found.src`
    const gone = bigintArray(rows.map(({ id }) => id))
    if (rows.length > 0) {
      await tx`DELETE FROM rec_share WHERE id = ANY (${gone}::int8[])`
      await tx`DELETE FROM rec_earlier WHERE id = ANY (${gone}::int8[])`
      await tx`DELETE FROM rec WHERE id = ANY (${gone}::int8[])`
    }
    if (isLast)
      await tx`WITH past AS (DELETE FROM rec_earlier WHERE subj && ${keys}::int8[] RETURNING id, batch)
        DELETE FROM rec_share s USING past WHERE s.id = past.id AND s.owner = past.batch`
    const counts = Map.groupBy(rows, ({ key }) => key)
    await book(tx, new Map([...counts].map(([key, records]) => [key, records.length])))
    return { next: isLast ? null : to, removed: rows.length }
  })
}
