import type { Columns, FieldKind } from '#shared/identity/records/types.ts'
import { digitHash, normalizeText } from '#shared/identity/text/normalize.ts'

/** Rows that say the same, in the order given: the first is the one that is shown. */
export type DuplicateGroup<R> = [R, ...R[]]

interface ComparableRecord {
  record_id: string
  source: string
  fields: Record<string, string>
  columns: Columns
}

/** What a row says apart from its own number: a number column, or a cell of no known kind that repeats the row's id. */
const contentOf = ({ record_id, fields, columns }: ComparableRecord): string => {
  const own = normalizeText(record_id.slice(record_id.indexOf(':') + 1))
  const cells: string[] = []
  for (const label in fields) {
    const kind = columns[label] ?? 'other'
    if (kind === 'record_number') continue
    const value = normalizeText(fields[label] ?? '')
    if (value !== '' && (kind !== 'other' || value !== own)) cells.push(`${label}\u001f${value}`)
  }
  return cells.sort().join('\u001e')
}

/** What hardly two rows of a source have in common comes first. */
const DISTINCTIVE: readonly FieldKind[] = [
  'snils',
  'inn',
  'passport',
  'passport_number',
  'vin',
  'phone',
  'email',
  'plate',
  'address',
  'full_name',
  'first_name'
]

const labelsOf = new WeakMap<Columns, string[]>()

/** The columns of a source by what they tell, the most telling first; kept as long as the source's columns. */
const distinctiveLabels = (columns: Columns): string[] => {
  const cached = labelsOf.get(columns)
  if (cached) return cached
  const labels = DISTINCTIVE.flatMap(kind => Object.keys(columns).filter(label => columns[label] === kind))
  labelsOf.set(columns, labels)
  return labels
}

/** Of a cell that equal rows have in common and others hardly, so that few rows have to be compared as a whole. */
type BlockingKey = string | number

const blockingKeyOf = ({ fields, columns }: ComparableRecord): BlockingKey => {
  for (const label of distinctiveLabels(columns)) {
    const cell = fields[label]
    const blockingKey = cell ? digitHash(cell) || normalizeText(cell) : ''
    if (blockingKey !== '') return blockingKey
  }
  return ''
}

interface Candidate<R> {
  copies: DuplicateGroup<R>
  /** Read when another row has the same mark. */
  contentOf?: string
}

/** What is known of a source, by mark. */
type CandidatesByKey<R> = Map<BlockingKey, Candidate<R>[]>

/** Homes of each source; null when it has a single row, which equals no other. */
const candidatesBySource = <R extends ComparableRecord>(
  records: readonly R[]
): ReadonlyMap<string, CandidatesByKey<R> | null> => {
  const candidates = new Map<string, CandidatesByKey<R> | null>()
  for (const { source } of records) {
    const homesOfSource = candidates.get(source)
    if (homesOfSource === undefined) candidates.set(source, null)
    else if (homesOfSource === null) candidates.set(source, new Map())
  }
  return candidates
}

const findSame = <R extends ComparableRecord>(
  similar: readonly Candidate<R>[],
  record: R
): DuplicateGroup<R> | null => {
  const recordContent = contentOf(record)
  for (const other of similar) {
    other.contentOf ??= contentOf(other.copies[0])
    if (other.contentOf === recordContent) return other.copies
  }
  return null
}

/**
 * Puts the rows of one source together that differ only in their own record number or in letter case and spacing, in
 * the order of the first of them. Rows of different sources stay apart.
 */
export const mergeDuplicates = <R extends ComparableRecord>(records: readonly R[]): DuplicateGroup<R>[] => {
  const bySource = candidatesBySource(records)
  const groups: DuplicateGroup<R>[] = []
  for (const record of records) {
    const candidates = bySource.get(record.source)
    const blockingKey = candidates ? blockingKeyOf(record) : ''
    const similar = candidates?.get(blockingKey)
    const same = similar && findSame(similar, record)
    if (same) {
      if (same.every(other => other.record_id !== record.record_id)) same.push(record)
    } else {
      const copies: DuplicateGroup<R> = [record]
      groups.push(copies)
      if (similar) similar.push({ copies })
      else candidates?.set(blockingKey, [{ copies }])
    }
  }
  return groups
}
