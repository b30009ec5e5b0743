import type { Passport } from '#shared/contracts/passport.ts'
import { SOURCE_BASES, SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { Field } from '#site/ui/form/Field.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'

/** As far as it is declared. */
export type DeclaredPassport = { [Name in keyof Passport]: Passport[Name] | null }

const CHOICES = [
  { name: 'kind', label: 'Вид', choices: SOURCE_KINDS },
  { name: 'origin', label: 'Происхождение', choices: SOURCE_ORIGINS },
  { name: 'basis', label: 'Основание', choices: SOURCE_BASES }
] as const

interface PassportFieldsProps {
  declared: Partial<DeclaredPassport>
  /** By the name of the field. */
  refusals: Record<string, string>
  disabled: boolean
}

/** What a source says of itself, as fields of a form. `passport-check.ts` reads them. */
export const PassportFields = ({ declared, refusals, disabled }: PassportFieldsProps) => (
  <>
    <TextField
      label="Название"
      hint="Так источник назван в ответах поиска."
      name="title"
      autoComplete="off"
      defaultValue={declared.title ?? ''}
      error={refusals.title}
      disabled={disabled}
    />
    <div className="grid">
      {CHOICES.map(({ name, label, choices }) => (
        <Field key={name} label={label} error={refusals[name]}>
          {ties => (
            <Select {...ties} name={name} defaultValue={declared[name] ?? ''} disabled={disabled}>
              <option value="">Выберите</option>
              {Object.entries(choices).map(([key, title]) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </div>
    <div className="grid">
      <TextField
        label="Ответственный"
        hint="Кто отвечает за данные."
        name="controller"
        autoComplete="off"
        defaultValue={declared.controller ?? ''}
        error={refusals.controller}
        disabled={disabled}
      />
      <TextField
        label="Подтверждение"
        hint="Адрес, где записано, почему эти данные можно искать."
        name="evidence_url"
        type="url"
        placeholder="https://"
        autoComplete="off"
        defaultValue={declared.evidence_url ?? ''}
        error={refusals.evidence_url}
        disabled={disabled}
      />
    </div>
    <div className="grid">
      <TextField
        label="Получено"
        name="obtained_at"
        type="date"
        defaultValue={declared.obtained_at ?? ''}
        error={refusals.obtained_at}
        disabled={disabled}
      />
      <TextField
        label="Хранить, дней"
        name="retention_days"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={declared.retention_days ?? ''}
        error={refusals.retention_days}
        disabled={disabled}
      />
      <TextField
        label="Пересмотреть до"
        name="review_due"
        type="date"
        defaultValue={declared.review_due ?? ''}
        error={refusals.review_due}
        disabled={disabled}
      />
    </div>
  </>
)
