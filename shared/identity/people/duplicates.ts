import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { ROW } from '#shared/identity/parties/layout.ts'
import type { Columns, FieldKind } from '#shared/identity/records/types.ts'
import { digitHash, normalizeText } from '#shared/identity/text/normalize.ts'
import type { MatchedRecord } from './linkage-record.ts'

/** Equal records of one source in order; the first is shown. */
export type DuplicateGroup<R> = [R, ...R[]]

interface ComparableRecord {
  record_id: string
  source: string
  fields: Record<string, string>
  columns: Columns
}

/** All values but the record's own number. */
const contentOf = (
  { record_id, fields, columns }: ComparableRecord,
  isOfRow: (label: string) => boolean = () => false
): string => {
  const own = normalizeText(record_id.slice(record_id.indexOf(':') + 1))
  const values: string[] = []
  for (const label in fields) {
    const kind = columns[label] ?? 'other'
    if (kind === 'record_number' || isOfRow(label)) continue
    const value = normalizeText(fields[label] ?? '')
    if (value !== '' && (kind !== 'other' || value !== own)) values.push(`${label}\u001f${value}`)
  }
  return values.sort().join('\u001e')
}

/** Kinds whose values records of a source hardly share come first. */
const DISTINCTIVE: readonly FieldKind[] = [
  ...HARD_LINK_KINDS,
  'passport_number',
  'vin',
  'phone',
  'email',
  'plate',
  'address',
  'full_name',
  'first_name'
]

const distinctiveLabels = (columns: Columns): string[] =>
  DISTINCTIVE.flatMap(kind => Object.keys(columns).filter(label => columns[label] === kind))

/** Equal for equal records and rarely for others. */
type BlockingKey = string | number

const blockingKeyOf = ({ fields }: ComparableRecord, labels: readonly string[]): BlockingKey => {
  for (const label of labels) {
    const value = fields[label]
    const blockingKey = value ? digitHash(value) || normalizeText(value) : ''
    if (blockingKey !== '') return blockingKey
  }
  return ''
}

interface Candidate<R> {
  copies: DuplicateGroup<R>
  content?: string
}

const findSame = <R extends ComparableRecord>(
  candidates: readonly Candidate<R>[],
  record: R
): DuplicateGroup<R> | null => {
  if (candidates.length === 0) return null
  const content = contentOf(record)
  for (const candidate of candidates) {
    candidate.content ??= contentOf(candidate.copies[0])
    if (candidate.content === content) return candidate.copies
  }
  return null
}

const mergeWithinSource = <R extends ComparableRecord>(records: readonly R[]): DuplicateGroup<R>[] => {
  const [first] = records
  const labels = first && records.length > 1 ? distinctiveLabels(first.columns) : []
  const byKey = new Map<BlockingKey, Candidate<R>[]>()
  const groups: DuplicateGroup<R>[] = []
  for (const record of records) {
    const candidates = byKey.getOrInsertComputed(blockingKeyOf(record, labels), () => [])
    const same = findSame(candidates, record)
    if (!same) {
      const copies: DuplicateGroup<R> = [record]
      groups.push(copies)
      candidates.push({ copies })
    } else if (same.every(other => other.record_id !== record.record_id)) same.push(record)
  }
  return groups
}

/** Groups records of a source that differ only in number, case or spacing, in the order of their first. */
export const mergeDuplicates = <R extends ComparableRecord>(records: readonly R[]): DuplicateGroup<R>[] => {
  const order = new Map(records.map((record, at) => [record, at]))
  const place = ([first]: DuplicateGroup<R>): number => order.get(first) ?? 0
  const bySource = Map.groupBy(records, ({ source }) => source)
  return [...bySource.values()].flatMap(mergeWithinSource).sort((a, b) => place(a) - place(b))
}

/** Maps each record to the first of its source that names the person as somebody else in the same words. */
export const firstSameStatements = (
  records: readonly MatchedRecord[]
): ReadonlyMap<MatchedRecord, MatchedRecord> => {
  const first = new Map<string, MatchedRecord>()
  return new Map(
    records.map(record => {
      const { party, source } = record
      if (!party) return [record, record]
      const words = contentOf(record, label => party.layout.places.get(label) === ROW)
      return [record, first.getOrInsert(`${source}\u001d${words}`, record)]
    })
  )
}
