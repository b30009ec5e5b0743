import type { SQL } from 'bun'
import type { Scope, StoredRow } from '#api/book/rows.ts'
import { bigintArray } from '#api/db/array-literal.ts'
import type { Listing } from '#api/engines/contract.ts'
import { areFrequent, matchesAny, storedSurnames, surnamesOnly } from './steps-condition.ts'

const LOWEST = -(2n ** 63n)

/**
 * One of three equivalent plans: surname index order; few matches, sorted; very many, met in table order. `IS TRUE`
 * keeps the planner from an index.
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
  // The lowest number counts too.
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
