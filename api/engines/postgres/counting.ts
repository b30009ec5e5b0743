import type { SQL } from 'bun'
import type { Scope } from '#api/book/rows.ts'
import type { PolicyNumbers } from '#api/book/source-numbers.ts'
import type { SourceKey } from '#api/engines/contract.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { areFrequent, isInSample, matchesAny, surnamesOnly } from './steps-condition.ts'

interface CountedRow {
  src: number
  count: number
}

/** 64 times as many are expected: more than a thousand. */
const SAMPLED_FOR_MANY = 64
const MANY = 1_000

/** Counts each record once. Surnames by index and source; others in one pass, repeated for sources that it cut off. */
export async function countSteps(
  sql: SQL,
  steps: readonly PlanStep[],
  scope: Scope,
  { keyOf }: PolicyNumbers,
  cap: number
): Promise<Map<SourceKey, number>> {
  const named = (rows: readonly CountedRow[]) =>
    new Map(rows.map(({ src, count }) => [keyOf.get(src) ?? '', count]))
  const numbers = [...keyOf.keys()]
  if (surnamesOnly(steps)) return named(await countEach(sql, steps, scope, numbers, cap))
  if (await areFrequent(sql, steps, scope)) return named(await countSample(sql, steps, scope, cap))
  const rowLimit = cap * numbers.length
  const counted = await countTogether(sql, steps, scope, rowLimit)
  const counts = new Map(numbers.map(src => [src, 0]))
  for (const { src, count } of counted) counts.set(src, Math.min(cap, count))
  if (counted.reduce((sum, { count }) => sum + count, 0) >= rowLimit) {
    const open = numbers.filter(src => (counts.get(src) ?? 0) < cap)
    for (const { src, count } of await countEach(sql, steps, scope, open, cap)) counts.set(src, count)
  }
  return named([...counts].map(([src, count]) => ({ src, count })))
}

async function countEach(
  sql: SQL,
  steps: readonly PlanStep[],
  { condition }: Scope,
  sources: readonly number[],
  cap: number
): Promise<CountedRow[]> {
  const parameters = [`{${sources.join(',')}}`]
  const matches = matchesAny(steps, parameters)
  const rowLimit = `$${parameters.push(String(cap))}::int8`
  return await sql.unsafe(
    `SELECT s.src, c.count::int AS count FROM unnest($1::int2[]) AS s(src) CROSS JOIN LATERAL (
      SELECT count(*) AS count FROM (SELECT FROM rec
        WHERE (${matches}) AND rec.src = s.src AND ${condition} LIMIT ${rowLimit}) r) c`,
    parameters
  )
}

async function countTogether(
  sql: SQL,
  steps: readonly PlanStep[],
  { sources, condition }: Scope,
  limit: number
): Promise<CountedRow[]> {
  const parameters = [sources]
  const matches = matchesAny(steps, parameters)
  const rowLimit = `$${parameters.push(String(limit))}::int8`
  return await sql.unsafe(
    `SELECT src, count(*)::int AS count FROM (
      SELECT src FROM rec WHERE (${matches}) AND ${condition} LIMIT ${rowLimit}) r GROUP BY src`,
    parameters
  )
}

/** Sources that surely exceed `cap`, by sample. */
async function countSample(
  sql: SQL,
  steps: readonly PlanStep[],
  { sources, condition }: Scope,
  cap: number
): Promise<CountedRow[]> {
  const parameters = [sources]
  const matches = isInSample(matchesAny(steps, parameters))
  const rows: CountedRow[] = await sql.unsafe(
    `SELECT src, count(*)::int AS count FROM rec WHERE ${matches} AND ${condition} GROUP BY src`,
    parameters
  )
  const enough = Math.ceil((SAMPLED_FOR_MANY * cap) / MANY)
  return rows.filter(({ count }) => count >= enough).map(({ src }) => ({ src, count: cap }))
}
