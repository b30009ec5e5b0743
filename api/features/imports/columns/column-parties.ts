import { partiesOf, type SourceColumn } from '#api/book/index-record.ts'
import { isOfRow, partyLayout, ROW, SELF } from '#shared/identity/parties/layout.ts'
import type { ColumnParty } from '#shared/labels/parties.ts'

/** Null when a column describes the whole row. */
export function columnParties(columns: readonly SourceColumn[]): ReadonlyMap<string, ColumnParty | null> {
  const kinds = Object.fromEntries(columns.map(({ label, kind }) => [label, kind]))
  const layout = partyLayout({}, kinds, partiesOf(columns))
  return new Map(
    columns.map(({ label, kind }) => {
      const place = isOfRow(kind) ? ROW : (layout?.places.get(label) ?? SELF)
      return [label, place === ROW ? null : (layout?.roles[place] ?? 'self')]
    })
  )
}
