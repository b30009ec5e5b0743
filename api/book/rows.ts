import type { Candidate, SearchPolicy, SourceKey } from './contract.ts'
import { emptyFields } from './fields.ts'

/** A row of `rec`; 64-bit numbers are text. */
export interface StoredRow {
  src: number
  rid: string
  doc: string
  /** Array literal; only while somebody is suppressed. */
  subj?: string
  first?: number
}

export interface Scope {
  sources: string
  columns: string
  subjectColumns: string
  condition: string
}

/** A fifth of the cost of a row, so only while somebody is suppressed. */
const withSubjects = (columns: string, { suppressedKeys }: SearchPolicy) =>
  suppressedKeys ? `${columns}, subj::text AS subj` : columns

const firstBatch = ({ hasVersions }: SearchPolicy) =>
  hasVersions ? 'least(rec.batch, (SELECT min(e.batch) FROM rec_earlier e WHERE e.id = rec.id))' : 'rec.batch'

/** Added only when needed, because the sub-select costs. */
export const NOT_SUPPRESSED = `(EXISTS (SELECT FROM suppression WHERE prefix = ANY (rec.subj)
  AND state IN ('active', 'provisional') AND (expires_at IS NULL OR expires_at > now()))) IS NOT TRUE`
/** Not sargable on purpose: the planner would scan the surname index. */
const ALLOWED = '(src = ANY($1::int2[])) IS TRUE'

/** @param sources Array literal of source numbers. */
export const scopeOf = (policy: SearchPolicy, sources: string, rows: 'all' | 'visible'): Scope => ({
  sources,
  columns: withSubjects(`src, rid, doc, ${firstBatch(policy)} AS first`, policy),
  subjectColumns: withSubjects('src', policy),
  condition: policy.suppressedKeys && rows === 'visible' ? `${ALLOWED} AND ${NOT_SUPPRESSED}` : ALLOWED
})

/** In order; skips unreadable rows. */
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

/** Undefined when stored values are unreadable: the source then counts as failed. */
export function candidateOf(
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
  const firstSeen = row.first === undefined ? undefined : policy.dayOfBatch?.(row.first)
  return {
    record_id: recordId,
    source,
    fields,
    subjectKeys: subjectKeysOf(row),
    ...(firstSeen && { firstSeen })
  }
}

/** Undefined columns mean that the policy did not ask for keys. */
export function subjectKeysOf({ subj }: Pick<StoredRow, 'subj'>): string[] | null {
  if (subj === undefined) return null
  return subj.length > 2 ? subj.slice(1, -1).split(',') : []
}
