import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import type { Scope, StoredRow } from './rows.ts'

export async function readRows(sql: SQL, numbers: readonly bigint[], scope: Scope): Promise<StoredRow[]> {
  return await sql.unsafe(
    `SELECT ${scope.columns} FROM rec WHERE rec.id = ANY($2::int8[]) AND ${scope.condition}`,
    [scope.sources, bigintArray(numbers)]
  )
}

type SubjectRow = Pick<StoredRow, 'src' | 'subj'> & { id: string }

export const readSubjectRows = (sql: SQL, numbers: readonly bigint[], scope: Scope): Promise<SubjectRow[]> =>
  sql.unsafe(
    `SELECT rec.id::text, ${scope.subjectColumns} FROM rec
      WHERE rec.id = ANY($2::int8[]) AND ${scope.condition}`,
    [scope.sources, bigintArray(numbers)]
  )

/** Counts records whose present version is later than a moment. */
export async function countSince(sql: SQL, numbers: readonly bigint[], since: Date): Promise<number> {
  const [row] = await sql<{ records: number }[]>`SELECT count(*)::int AS records
    FROM rec JOIN import_batch b ON b.id = rec.batch
    WHERE rec.id = ANY (${bigintArray(numbers)}::int8[]) AND coalesce(b.finished_at, b.started_at) > ${since}`
  return row?.records ?? 0
}

/** Sum of the sources' counters. */
export async function countRecords(sql: SQL): Promise<number> {
  const [row] = await sql<{ records: number }[]>`SELECT coalesce(sum(records), 0)::float8 AS records
    FROM source WHERE NOT adopted`
  return row?.records ?? 0
}

/** 32 MB, read in a moment; new records are there. */
const LATEST_BLOCKS = 4_096

/** Reads the end of the table, else its beginning, which is slow in the middle of millions. */
export async function sampleRows(
  sql: SQL,
  limit: number,
  scope: Scope,
  batch: number | undefined,
  latestBlocks = LATEST_BLOCKS
): Promise<StoredRow[]> {
  const [table] = await sql<{ blocks: number; records: number }[]>`SELECT
      pg_relation_size('rec') / current_setting('block_size')::float8 AS blocks,
      coalesce(sum(records), 0)::float8 AS records
    FROM source WHERE id = ANY (${scope.sources}::int2[])`
  const { blocks, records } = table ?? { blocks: 0, records: 0 }
  const read = (from: number): Promise<StoredRow[]> =>
    sql.unsafe(
      `SELECT ${scope.columns} FROM rec WHERE ctid >= $4::tid AND ${scope.condition} AND batch = coalesce($3::int4, batch)
        LIMIT $2::int8`,
      [scope.sources, String(limit), batch ?? null, `(${from},0)`]
    )
  const from = Math.max(0, Math.floor(blocks) - latestBlocks)
  const latest = await read(from)
  const enough = batch === undefined ? Math.min(limit, records) : 1
  return from === 0 || latest.length >= enough ? latest : await read(0)
}
