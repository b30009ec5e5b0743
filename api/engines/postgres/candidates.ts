import type { Candidate, Lookup, LookupAnswer, SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import { emptyFields } from '#api/engines/fields.ts'
import type { Scan, ScanAnswer, StoredRow } from './statement.ts'

/** Turns the rows of a look-up's scans into candidates of the policy's sources. */
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
    // The rows that were not read may belong to any source.
    if (answer.hasMore) for (const source of keyOf.values()) collected.more.add(source)
  }
  return collected
}

/** Rows in their order; what cannot be read of one is left out. */
export const candidatesOf = (
  rows: readonly StoredRow[],
  policy: SearchPolicy,
  keyOf: ReadonlyMap<number, SourceKey>
): Candidate[] =>
  rows.map(row => {
    const source = keyOf.get(row.src) ?? ''
    const recordId = `${source}:${row.rid}`
    const unreadable = { record_id: recordId, source, fields: {}, subjectKeys: subjectKeysOf(row) }
    return candidateOf(row, recordId, source, policy) ?? unreadable
  })

/** Undefined when the stored values cannot be read: the source then counts as failed. */
function candidateOf(
  row: StoredRow,
  recordId: string,
  source: SourceKey,
  policy: SearchPolicy
): Candidate | undefined {
  const labels = policy.sources.get(source)?.labels ?? []
  const fields = emptyFields()
  try {
    const values: string[] = JSON.parse(row.doc)
    let position = 0
    for (const value of values) {
      const label = labels[position++]
      if (value !== '' && label !== undefined) fields[label] = value
    }
  } catch {
    return undefined
  }
  return { record_id: recordId, source, fields, subjectKeys: subjectKeysOf(row) }
}

/** Undefined columns mean that the policy did not ask for subject keys. */
export function subjectKeysOf({ subj }: Pick<StoredRow, 'subj'>): string[] | null {
  if (subj === undefined) return null
  return subj.length > 2 ? subj.slice(1, -1).split(',') : []
}
