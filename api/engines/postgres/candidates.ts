import { candidateOf } from '#api/book/rows.ts'
import type { Candidate, Lookup, LookupAnswer, SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import type { Scan, ScanAnswer } from './statement.ts'

export function collectCandidates(
  { limits }: Lookup,
  scans: readonly { scan: Scan; answer: ScanAnswer }[],
  policy: SearchPolicy,
  keyOf: ReadonlyMap<number, SourceKey>
): LookupAnswer & { failed: Set<SourceKey> } {
  const collected = {
    candidates: [] as Candidate[],
    more: new Set<SourceKey>(),
    failed: new Set<SourceKey>()
  }
  const recordIds = new Set<string>()
  const bySource = new Map<SourceKey, number>()
  for (const { scan, answer } of scans) {
    const ofScan = new Map<SourceKey, number>()
    for (const [position, row] of answer.rows.entries()) {
      const source = keyOf.get(row.src)
      if (source === undefined) continue
      const recordId = `${source}:${row.rid}`
      if (recordIds.has(recordId)) continue
      const count = (ofScan.get(source) ?? 0) + 1
      ofScan.set(source, count)
      const isOver = scan.each === 'source' ? count > scan.limit : position >= scan.limit
      const already = bySource.get(source) ?? 0
      if (isOver || (scan.each === 'all' && already >= limits.perSource)) {
        collected.more.add(source)
        continue
      }
      bySource.set(source, already + 1)
      recordIds.add(recordId)
      const candidate = candidateOf(row, recordId, source, policy)
      if (candidate) collected.candidates.push(candidate)
      else collected.failed.add(source)
    }
    // Unread rows may belong to any source.
    if (answer.hasMore) for (const source of keyOf.values()) collected.more.add(source)
  }
  return collected
}
