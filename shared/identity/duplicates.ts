import { isPlain } from './clean.ts'
import type { Columns } from './types.ts'

export interface DuplicateGroup<R> {
  /** The record that is shown: the first of its kind in the order given. */
  record: R
  /** How many rows say the same, the shown one included. */
  count: number
  /** Their ids, the shown one first. */
  ids: string[]
}

const normal = (value: string): string =>
  (isPlain(value) ? value : value.normalize('NFC')).toLowerCase().replace(UNEVEN_SPACE, ' ').trim()
/** White space that is more than one space. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

/** What a row says apart from its own number: a number column, or a cell of no known kind that repeats the row's id. */
const content = (recordId: string, fields: Record<string, string>, columns: Columns): string => {
  const colon = recordId.indexOf(':')
  const own = normal(recordId.slice(colon + 1))
  const said = [recordId.slice(0, colon + 1)]
  for (const label of Object.keys(fields).sort()) {
    const value = normal(fields[label] ?? '')
    const kind = columns[label] ?? 'other'
    if (value === '' || kind === 'record_number' || (kind === 'other' && value === own)) continue
    said.push(label, value)
  }
  return JSON.stringify(said)
}

/**
 * Merges the rows of one source that differ only in their own record number or in letter case and spacing. Groups come
 * in the order of their first row. Rows of different sources are never merged.
 */
export const mergeDuplicates = <
  R extends { record_id: string; fields: Record<string, string>; columns: Columns }
>(
  records: readonly R[]
): DuplicateGroup<R>[] => {
  const groups = new Map<string, DuplicateGroup<R>>()
  for (const record of records) {
    const key = content(record.record_id, record.fields, record.columns)
    const group = groups.get(key)
    if (!group) groups.set(key, { record, count: 1, ids: [record.record_id] })
    else if (!group.ids.includes(record.record_id)) {
      group.count += 1
      group.ids.push(record.record_id)
    }
  }
  return [...groups.values()]
}
