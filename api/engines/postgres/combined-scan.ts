import type { SQL } from 'bun'
import type { Scope } from '#api/book/rows.ts'
import {
  answersOf,
  type BindKeys,
  bindKeysTo,
  type KeyCondition,
  keyPredicate,
  runScans,
  SCANS_A_STATEMENT,
  type Scan,
  type ScanAnswer,
  type ScannedRow,
  scanStatement
} from './statement.ts'

interface NarrowScan {
  at: number
  condition: KeyCondition
  narrow: KeyCondition
  limit: number
}

/**
 * Runs narrow scans as one index scan whose rows name the first scan they match, because a further scan costs more than
 * it finds. Scans that lack rows because of others run alone.
 */
export async function runCombined(sql: SQL, scans: readonly Scan[], scope: Scope): Promise<ScanAnswer[]> {
  const narrowScans = scans.flatMap(({ condition, narrow, limit }, at): NarrowScan[] =>
    narrow && condition.kind !== 'surname' ? [{ at, condition, narrow, limit }] : []
  )
  const [first] = narrowScans
  if (!first || narrowScans.length < 2 || scans.length > SCANS_A_STATEMENT)
    return await runScans(sql, scans, scope)
  const parameters = [scope.sources]
  const rowLimit = narrowScans.reduce((sum, { limit }) => sum + limit + 1, 0)
  const statements = [
    combinedStatement(narrowScans, rowLimit, scope, parameters),
    ...scans.flatMap((scan, at) => (scan.narrow ? [] : [scanStatement(scan, at, scope, parameters)]))
  ]
  const rows: ScannedRow[] = await sql.unsafe(statements.join('\nUNION ALL '), parameters)
  const answers = answersOf(rows, scans)
  const narrowRows = rows.filter(({ scan }) => scan === null || scans[scan]?.narrow)
  const isCrowded = narrowRows.length === rowLimit && !answers[first.at]?.hasMore
  return isCrowded ? await runScans(sql, scans, scope) : answers
}

function combinedStatement(
  scans: readonly NarrowScan[],
  rowLimit: number,
  { columns, condition }: Scope,
  parameters: string[]
): string {
  const bindKeys = bindKeysTo(parameters)
  const single: string[] = []
  const alternatives: string[] = []
  for (const { narrow } of scans) {
    if (narrow.kind === 'any' && narrow.also.length === 0) single.push(...narrow.any)
    else alternatives.push(`(${keyPredicate(narrow, bindKeys)})`)
  }
  if (single.length > 0) alternatives.push(`k && ${bindKeys(single)}`)
  const scan = scans.map(({ condition, at }) => `WHEN ${rowPredicate(condition, bindKeys)} THEN ${at}`)
  return `(SELECT CASE ${scan.join(' ')} END AS scan, ${columns} FROM rec
    WHERE (${alternatives.join(' OR ')}) AND ${condition} LIMIT $${parameters.push(String(rowLimit))}::int8)`
}

function rowPredicate(condition: KeyCondition, bindKeys: BindKeys): string {
  return condition.kind === 'all' ? `k @> ${bindKeys(condition.keys)}` : keyPredicate(condition, bindKeys)
}
