import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import type { Listing } from '#api/engines/contract.ts'
import type { Scope, StoredRow } from './statement.ts'
import { areFrequent, matchesAny, storedSurnames, surnamesOnly } from './steps-condition.ts'

/** No record has a lower number. */
const LOWEST = -(2n ** 63n)

/**
 * A page of a listing, by one of three ways that all give the same: surnames in the order of their index; few matches
 * found by their keys, then put in order; very many met one after the other in the order of all records. What must not
 * be used as an index stands in `IS TRUE`.
 */
export async function listRows(sql: SQL, listing: Listing, scope: Scope): Promise<StoredRow[]> {
  const { steps, earlier, skipped, after, limit } = listing
  const parameters = [scope.sources]
  const bind = (value: string, type: string) => `$${parameters.push(value)}::${type}`
  const matches = surnamesOnly(steps) ? '' : matchesAny(steps, parameters)
  const others = earlier.length > 0 ? ` AND (${matchesAny(earlier, parameters)}) IS NOT TRUE` : ''
  const skip = skipped.length > 0 ? ` AND rec.id <> ALL(${bind(bigintArray(skipped), 'int8[]')})` : ''
  const also = `${others}${skip} AND ${scope.condition}`
  const from = bind(String(after ?? LOWEST), 'int8')
  // The lowest number of all is a number too.
  const follows = `rec.id ${after === null ? '>=' : '>'} ${from}`
  const most = bind(String(limit), 'int8')
  const columns = `rec.id, ${scope.columns}`
  const statement = surnamesOnly(steps)
    ? `SELECT r.* FROM unnest(${bind(bigintArray(storedSurnames(steps)), 'int8[]')}) AS f(sur)
        CROSS JOIN unnest($1::int2[]) AS s(src) CROSS JOIN LATERAL (SELECT ${columns} FROM rec
          WHERE rec.sur = f.sur AND rec.src = s.src AND ${follows}${also} ORDER BY rec.id LIMIT ${most}) r
        ORDER BY r.id LIMIT ${most}`
    : (await areFrequent(sql, steps, scope))
      ? `SELECT ${columns} FROM rec WHERE (${matches}) IS TRUE AND ${follows}${also} ORDER BY rec.id LIMIT ${most}`
      : `WITH found AS MATERIALIZED (SELECT rec.id FROM rec WHERE (${matches}) AND (${follows}) IS TRUE${also}),
        page AS MATERIALIZED (SELECT id FROM found ORDER BY id LIMIT ${most})
        SELECT ${columns} FROM page JOIN rec USING (id) ORDER BY rec.id`
  return await sql.unsafe(statement, parameters)
}

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

/** Where a new source or batch lies, and what is read in a moment: 32 MB. */
const LATEST_BLOCKS = 4_096

/**
 * Some records of a source, or of a batch of it, which no index knows: those at the end of the table, or else those met
 * first from its beginning, which takes long where they lie in the midst of millions.
 */
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
