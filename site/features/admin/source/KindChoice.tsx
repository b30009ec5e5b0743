import { useStore } from '@nanostores/react'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { Select } from '#site/ui/form/Input.tsx'
import { $draft, draftKind } from './remap-store.ts'
import type { Source } from './source-store.ts'

const KINDS = Object.entries(FIELD_LABELS) as [FieldKind, string][]

/** Another kind for a column. Its code comes when somebody changes kinds. */
export function KindChoice({ column }: { column: Source['columns'][number] }) {
  const draft = useStore($draft) ?? {}
  const { label, kind } = column
  return (
    <Select
      className="auto nowrap"
      aria-label={`Что в колонке ${label}`}
      // A column may be called as what every object has.
      value={Object.hasOwn(draft, label) ? draft[label] : kind}
      onChange={event => draftKind(column, event.target.value as FieldKind)}
    >
      {KINDS.map(([key, title]) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </Select>
  )
}
