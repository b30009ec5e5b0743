import type { SQL } from 'bun'
import { type StoredRow, scopeOf, subjectKeysOf } from '#api/book/rows.ts'
import type { SearchPolicy } from '#api/engines/contract.ts'
import { runCombined } from './combined-scan.ts'
import type { Scan, ScanAnswer } from './statement.ts'

/**
 * Answers scans as if the suppressed were not stored. What was read is rid of them here; only where a limit was reached
 * are all scans asked again without them, because others have to take their places. To look every row up in Postgres
 * costs a search of a frequent surname a tenth of its time.
 *
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

/** Whether there may be rows that were not read. */
function isLimited({ each, limit }: Scan, answer: ScanAnswer | undefined): boolean {
  if (!answer || each === 'all') return answer?.hasMore ?? false
  return [...Map.groupBy(answer.rows, row => row.src).values()].some(rows => rows.length > limit)
}
