import type { SQL } from 'bun'
import {
  AT_ONCE,
  answersOf,
  branch,
  type KeyCondition,
  keysAre,
  type Put,
  putInto,
  runScans,
  type Scan,
  type ScanAnswer,
  type ScannedRow,
  type Scope
} from './statement.ts'

/** A scan that few records answer, with its place among all. */
interface NarrowScan {
  at: number
  condition: KeyCondition
  narrow: KeyCondition
  limit: number
}

/**
 * Answers scans as `runScans` does, the exact ones first. The narrow ones become a single scan of the index whose rows
 * say which of them they answer, the first one if there are several: each further scan would cost more than it finds.
 * Where the first finds more than may be taken, the others may lack rows; where the others crowd it out, each is run by
 * itself.
 */
export async function runCombined(sql: SQL, scans: readonly Scan[], scope: Scope): Promise<ScanAnswer[]> {
  const narrowScans = scans.flatMap(({ condition, narrow, limit }, at): NarrowScan[] =>
    narrow && condition.kind !== 'surname' ? [{ at, condition, narrow, limit }] : []
  )
  const [first] = narrowScans
  if (!first || narrowScans.length < 2 || scans.length > AT_ONCE) return await runScans(sql, scans, scope)
  const parameters = [scope.sources]
  const most = narrowScans.reduce((sum, { limit }) => sum + limit + 1, 0)
  const parts = [
    combined(narrowScans, most, scope, parameters),
    ...scans.flatMap((scan, at) => (scan.narrow ? [] : [branch(scan, at, scope, parameters)]))
  ]
  const rows: ScannedRow[] = await sql.unsafe(parts.join('\nUNION ALL '), parameters)
  const answers = answersOf(rows, scans)
  const narrowRows = rows.filter(({ scan }) => scan === null || scans[scan]?.narrow)
  const isCrowded = narrowRows.length === most && !answers[first.at]?.hasMore
  return isCrowded ? await runScans(sql, scans, scope) : answers
}

function combined(
  scans: readonly NarrowScan[],
  most: number,
  { columns, visible }: Scope,
  parameters: string[]
): string {
  const put = putInto(parameters)
  const single: string[] = []
  const arms: string[] = []
  for (const { narrow } of scans) {
    if (narrow.kind === 'any' && narrow.also.length === 0) single.push(...narrow.any)
    else arms.push(`(${keysAre(narrow, put)})`)
  }
  if (single.length > 0) arms.push(`k && ${put(single)}`)
  const scan = scans.map(({ condition, at }) => `WHEN ${hasKeys(condition, put)} THEN ${at}`)
  return `(SELECT CASE ${scan.join(' ')} END AS scan, ${columns} FROM rec
    WHERE (${arms.join(' OR ')}) AND ${visible} LIMIT $${parameters.push(String(most))}::int8)`
}

/** The condition for one row at a time. */
function hasKeys(condition: KeyCondition, put: Put): string {
  return condition.kind === 'all' ? `k @> ${put(condition.keys)}` : keysAre(condition, put)
}
