import { PURPOSES, type PurposeCode } from '#shared/labels/purposes.ts'
import { Field } from '#site/ui/form/Field.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'

interface PurposeFieldsProps {
  label: string
  /** What stands where none is stated. */
  none: string
  stated: { code: PurposeCode | null; case_ref: string | null } | null
  refusals: Record<string, string>
  disabled: boolean
}

/** What is stated for searches that state no other purpose. */
export const PurposeFields = ({ label, none, stated, refusals, disabled }: PurposeFieldsProps) => (
  <>
    <Field label={label} error={refusals.purpose}>
      {ties => (
        <Select {...ties} name="purpose" defaultValue={stated?.code ?? ''} disabled={disabled}>
          <option value="">{none}</option>
          {Object.entries(PURPOSES).map(([code, title]) => (
            <option key={code} value={code}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <TextField
      label="Номер дела"
      hint="Необязательно. Записывается вместе с целью в журнал."
      name="case_ref"
      autoComplete="off"
      defaultValue={stated?.case_ref ?? ''}
      error={refusals.case_ref}
      disabled={disabled}
    />
  </>
)
