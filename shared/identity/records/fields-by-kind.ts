import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { kindOfHeader } from './headers.ts'
import type { Columns, FieldKind } from './types.ts'

/** The cells of a record by kind, in the order of the record. */
export type FieldsByKind = { readonly [Kind in FieldKind]?: string[] }

const kindByHeader = memoize((label: string): FieldKind => kindOfHeader(label) ?? 'other')

/** The kind of each column of a record: as the source says, else by its header, else plain text. */
export const kindOfField = (label: string, columns: Columns): FieldKind =>
  columns[label] ?? kindByHeader(label)

/** Without empty cells and placeholders; a passport series may be 0000. */
export const groupFieldsByKind = (fields: Record<string, string>, columns: Columns): FieldsByKind => {
  const cells: { [Kind in FieldKind]?: string[] } = {}
  for (const label in fields) {
    const field = fields[label]
    const text = typeof field === 'string' ? field.trim() : ''
    if (text === '') continue
    const kind = kindOfField(label, columns)
    if (kind !== 'passport_series' && isPlaceholder(text)) continue
    const list = cells[kind]
    if (list) list.push(text)
    else cells[kind] = [text]
  }
  return cells
}
