import { evenCells, evenText } from './even.ts'
import type { Columns } from './types.ts'

export interface DuplicateGroup<R> {
  /** The record that is shown: the first of its kind in the order given. */
  record: R
  /** How many rows say the same, the shown one included. */
  count: number
  /** Their ids, the shown one first. */
  ids: string[]
}

/** What a row says apart from its own number: a number column, or a cell of no known kind that repeats the row's id. */
const content = (recordId: string, fields: Record<string, string>, columns: Columns): string => {
  const found = contents.get(fields)
  if (found !== undefined) return found
  const colon = recordId.indexOf(':')
  const own = evenText(recordId.slice(colon + 1))
  const said: string[] = []
  for (const [label, value] of evenCells(fields)) {
    const kind = columns[label] ?? 'other'
    if (kind === 'record_number' || (kind === 'other' && value === own)) continue
    said.push(`${label}\u001f${value}`)
  }
  const all = `${recordId.slice(0, colon + 1)}\u001e${said.sort().join('\u001e')}`
  contents.set(fields, all)
  return all
}
/** Duplicates are looked for twice: among what is shown, and among all of a person. */
const contents = new WeakMap<Record<string, string>, string>()

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
