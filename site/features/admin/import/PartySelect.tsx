import { COLUMN_PARTIES, COLUMN_PARTY_LABELS, type ColumnParty } from '#shared/labels/parties.ts'
import { Select } from '#site/ui/form/Input.tsx'

const PARTIES = COLUMN_PARTIES.map(party => [party, COLUMN_PARTY_LABELS[party]] as const)

interface PartySelectProps {
  label: string
  value: ColumnParty
  onChange(party: ColumnParty): void
}

/** Whose a column is. */
export const PartySelect = ({ label, value, onChange }: PartySelectProps) => (
  <>
    <br />
    <Select
      className="auto nowrap"
      aria-label={`Чья колонка ${label}`}
      value={value}
      onChange={event => onChange(event.target.value as ColumnParty)}
    >
      {PARTIES.map(([key, title]) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </Select>
  </>
)
