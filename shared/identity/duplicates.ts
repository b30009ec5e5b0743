import { evenText } from './even.ts'
import type { Columns, FieldKind } from './types.ts'

export interface DuplicateGroup<R> {
  /** The record that is shown: the first of its kind in the order given. */
  record: R
  /** How many rows say the same, the shown one included. */
  count: number
  /** Their ids, the shown one first. */
  ids: string[]
}

interface Row {
  record_id: string
  fields: Record<string, string>
  columns: Columns
}

const sourceOf = (recordId: string): string => recordId.slice(0, recordId.indexOf(':') + 1)

/** What a row says apart from its own number: a number column, or a cell of no known kind that repeats the row's id. */
const content = ({ record_id, fields, columns }: Row): string => {
  const own = evenText(record_id.slice(record_id.indexOf(':') + 1))
  const said: string[] = []
  for (const label in fields) {
    const kind = columns[label] ?? 'other'
    if (kind === 'record_number') continue
    const value = evenText(fields[label] ?? '')
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

/** A cell that equal rows have in common and others hardly, so that few rows have to be compared as a whole. */
const tellingCell = ({ fields, columns }: Row): string => {
  for (const label of tellingLabels(columns)) {
    const cell = fields[label]
    const value = cell ? evenText(cell) : ''
    if (value !== '') return value
  }
  return ''
}

interface Known<R> {
  group: DuplicateGroup<R>
  /** Read when another row has the same telling cell. */
  content?: string
}

/** What is known of a source, by telling cell. */
type Homes<R> = Map<string, Known<R>[]>

/** Homes of each source; null when it has a single row, which equals no other. */
const homesBySource = <R extends Row>(records: readonly R[]): ReadonlyMap<string, Homes<R> | null> => {
  const homes = new Map<string, Homes<R> | null>()
  for (const { record_id } of records) {
    const source = sourceOf(record_id)
    const known = homes.get(source)
    if (known === undefined) homes.set(source, null)
    else if (known === null) homes.set(source, new Map())
  }
  return homes
}

const findSame = <R extends Row>(similar: readonly Known<R>[], record: R): DuplicateGroup<R> | null => {
  const said = content(record)
  for (const other of similar) {
    other.content ??= content(other.group.record)
    if (other.content === said) return other.group
  }
  return null
}

/**
 * Merges the rows of one source that differ only in their own record number or in letter case and spacing. Groups come
 * in the order of their first row. Rows of different sources are never merged.
 */
export const mergeDuplicates = <R extends Row>(records: readonly R[]): DuplicateGroup<R>[] => {
  const bySource = homesBySource(records)
  const groups: DuplicateGroup<R>[] = []
  for (const record of records) {
    const id = record.record_id
    const homes = bySource.get(sourceOf(id))
    const cell = homes ? tellingCell(record) : ''
    const similar = homes?.get(cell)
    const same = similar && findSame(similar, record)
    if (same) {
      if (same.ids.includes(id)) continue
      same.count += 1
      same.ids.push(id)
    } else {
      const group = { record, count: 1, ids: [id] }
      groups.push(group)
      if (similar) similar.push({ group })
      else homes?.set(cell, [{ group }])
    }
  }
  return groups
}
