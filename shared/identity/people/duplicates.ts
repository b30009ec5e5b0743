import type { Columns, FieldKind } from '#shared/identity/records/types.ts'
import { digitHash, normalizeText } from '#shared/identity/text/normalize.ts'

/** Rows that say the same, in the order given: the first is the one that is shown. */
export type DuplicateGroup<R> = [R, ...R[]]

interface Row {
  record_id: string
  source: string
  fields: Record<string, string>
  columns: Columns
}

/** What a row says apart from its own number: a number column, or a cell of no known kind that repeats the row's id. */
const content = ({ record_id, fields, columns }: Row): string => {
  const own = normalizeText(record_id.slice(record_id.indexOf(':') + 1))
  const said: string[] = []
  for (const label in fields) {
    const kind = columns[label] ?? 'other'
    if (kind === 'record_number') continue
    const value = normalizeText(fields[label] ?? '')
    if (value !== '' && (kind !== 'other' || value !== own)) said.push(`${label}\u001f${value}`)
  }
  return said.sort().join('\u001e')
}

/** What hardly two rows of a source have in common comes first. */
const TELLING: readonly FieldKind[] = [
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
const tellingLabels = (columns: Columns): string[] => {
  const known = labelsOf.get(columns)
  if (known) return known
  const labels = TELLING.flatMap(kind => Object.keys(columns).filter(label => columns[label] === kind))
  labelsOf.set(columns, labels)
  return labels
}

/** Of a cell that equal rows have in common and others hardly, so that few rows have to be compared as a whole. */
type Mark = string | number

const markOf = ({ fields, columns }: Row): Mark => {
  for (const label of tellingLabels(columns)) {
    const cell = fields[label]
    const mark = cell ? digitHash(cell) || normalizeText(cell) : ''
    if (mark !== '') return mark
  }
  return ''
}

interface Known<R> {
  copies: DuplicateGroup<R>
  /** Read when another row has the same mark. */
  content?: string
}

/** What is known of a source, by mark. */
type Homes<R> = Map<Mark, Known<R>[]>

/** Homes of each source; null when it has a single row, which equals no other. */
const homesBySource = <R extends Row>(records: readonly R[]): ReadonlyMap<string, Homes<R> | null> => {
  const homes = new Map<string, Homes<R> | null>()
  for (const { source } of records) {
    const known = homes.get(source)
    if (known === undefined) homes.set(source, null)
    else if (known === null) homes.set(source, new Map())
  }
  return homes
}

const findSame = <R extends Row>(similar: readonly Known<R>[], record: R): DuplicateGroup<R> | null => {
  const said = content(record)
  for (const other of similar) {
    other.content ??= content(other.copies[0])
    if (other.content === said) return other.copies
  }
  return null
}

/**
 * Puts the rows of one source together that differ only in their own record number or in letter case and spacing, in
 * the order of the first of them. Rows of different sources stay apart.
 */
export const mergeDuplicates = <R extends Row>(records: readonly R[]): DuplicateGroup<R>[] => {
  const bySource = homesBySource(records)
  const groups: DuplicateGroup<R>[] = []
  for (const record of records) {
    const homes = bySource.get(record.source)
    const mark = homes ? markOf(record) : ''
    const similar = homes?.get(mark)
    const same = similar && findSame(similar, record)
    if (same) {
      if (same.every(other => other.record_id !== record.record_id)) same.push(record)
    } else {
      const copies: DuplicateGroup<R> = [record]
      groups.push(copies)
      if (similar) similar.push({ copies })
      else homes?.set(mark, [{ copies }])
    }
  }
  return groups
}
