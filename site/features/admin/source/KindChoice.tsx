import { useStore } from '@nanostores/react'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { ownValue } from '#shared/own-value.ts'
import { PartySelect } from '#site/features/admin/import/PartySelect.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { $draft, draftKind, draftParty, NO_DRAFT } from './remap-store.ts'
import type { Source } from './source-store.ts'

const KINDS = Object.entries(FIELD_LABELS) as [FieldKind, string][]

/** Another kind for a column, and whose it is. Its code comes when somebody changes columns. */
export function KindChoice({ column }: { column: Source['columns'][number] }) {
  const { columns, parties } = useStore($draft) ?? NO_DRAFT
  const { label, kind, party } = column
  return (
    <>
      <Select
        className="auto nowrap"
        aria-label={`Что в колонке ${label}`}
        value={ownValue(columns, label) ?? kind}
        onChange={event => draftKind(column, event.target.value as FieldKind)}
      >
        {KINDS.map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </Select>
      {party && (
        <PartySelect
          label={label}
          value={ownValue(parties, label) ?? party}
          onChange={next => draftParty(column, next)}
        />
      )}
    </>
  )
}
