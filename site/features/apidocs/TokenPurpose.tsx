import type { TokenItem } from '#shared/contracts/tokens.ts'
import { PURPOSES } from '#shared/labels/purposes.ts'
import { Field } from '#site/ui/form/Field.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'

interface TokenPurposeProps {
  item: TokenItem
  refusals: Record<string, string>
  busy: boolean
}

/** What a token states for searches that state no other purpose. */
export function TokenPurpose({ item, refusals, busy }: TokenPurposeProps) {
  return (
    <>
      <Field label="Цель поисков" error={refusals.purpose}>
        {ties => (
          <Select {...ties} name="purpose" defaultValue={item.purpose?.code ?? ''}>
            <option value="">Как у учётной записи</option>
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
        defaultValue={item.purpose?.case_ref ?? ''}
        error={refusals.case_ref}
        readOnly={busy}
      />
    </>
  )
}
