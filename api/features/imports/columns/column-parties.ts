import { partiesOf, type SourceColumn } from '#api/engines/index-record.ts'
import { partyLayout, ROW, SELF } from '#shared/identity/parties/layout.ts'
import type { ColumnParty } from '#shared/identity/parties/words-table.ts'
import { type Columns, DATE_KINDS } from '#shared/identity/records/types.ts'

/** Whose a column of a source is among all of them; null of one that says something of the whole row. */
export function columnParty(label: string, columns: readonly SourceColumn[]): ColumnParty | null {
  const kinds: Columns = Object.fromEntries(columns.map(column => [column.label, column.kind]))
  const kind = kinds[label]
  if (kind === 'record_number' || (kind && DATE_KINDS.has(kind))) return null
  const layout = partyLayout({}, kinds, partiesOf(columns))
  const place = layout?.places.get(label) ?? SELF
  return place === ROW ? null : (layout?.roles[place] ?? 'self')
}
