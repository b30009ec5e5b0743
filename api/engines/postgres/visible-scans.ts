import type { SQL } from 'bun'
import { type StoredRow, scopeOf, subjectKeysOf } from '#api/book/rows.ts'
import type { SearchPolicy } from '#api/engines/contract.ts'
import { runCombined } from './combined-scan.ts'
import type { Scan, ScanAnswer } from './statement.ts'

/**
 * Answers as if suppressed people were not stored: drops them here, and repeats all scans without them only when a
 * limit was reached. Checking each row in Postgres costs a tenth of a surname search.
 * @param sources Array literal of source numbers.
 */
export async function runVisible(
  sql: SQL,
  scans: readonly Scan[],
  policy: SearchPolicy,
  sources: string
): Promise<ScanAnswer[]> {
  const answers = await runCombined(sql, scans, scopeOf(policy, sources, 'all'))
  const { suppressedKeys } = policy
  if (!suppressedKeys) return answers
  const isVisible = (row: StoredRow) => !subjectKeysOf(row)?.some(key => suppressedKeys.has(key))
  const visible = answers.map(answer => ({ ...answer, rows: answer.rows.filter(isVisible) }))
  if (visible.every(({ rows }, at) => rows.length === answers[at]?.rows.length)) return answers
  const isCut = scans.some((scan, at) => isLimited(scan, answers[at]))
  return isCut ? await runCombined(sql, scans, scopeOf(policy, sources, 'visible')) : visible
}

/** Some rows may be unread. */
function isLimited({ each, limit }: Scan, answer: ScanAnswer | undefined): boolean {
  if (!answer || each === 'all') return answer?.hasMore ?? false
  return [...Map.groupBy(answer.rows, row => row.src).values()].some(rows => rows.length > limit)
}
