import { isPlain } from './clean.ts'

/** White space that is more than one space. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

const known = new WeakMap<Record<string, string>, ReadonlyMap<string, string>>()

/**
 * The cells of a record by label, without what two copies of a row may differ in: letter case, spacing, the writing of
 * accents. Empty cells are left out. Remembered as long as the fields live; they are never changed.
 */
export const evenCells = (fields: Record<string, string>): ReadonlyMap<string, string> => {
  const found = known.get(fields)
  if (found) return found
  const cells = new Map<string, string>()
  for (const label in fields) {
    const even = evenText(fields[label] ?? '')
    if (even !== '') cells.set(label, even)
  }
  known.set(fields, cells)
  return cells
}

export const evenText = (text: string): string =>
  (isPlain(text) ? text : text.normalize('NFC')).toLowerCase().replace(UNEVEN_SPACE, ' ').trim()
