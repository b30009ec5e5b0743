import type { DeclaredPassport } from '#shared/contracts/passport.ts'
import { SOURCE_BASES, SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { Field } from '#site/ui/form/Field.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'

const CHOICES = [
  { name: 'kind', label: 'Вид', choices: SOURCE_KINDS },
  { name: 'origin', label: 'Происхождение', choices: SOURCE_ORIGINS },
  { name: 'basis', label: 'Основание', choices: SOURCE_BASES }
] as const

/** In rows. */
const TEXTS = [
  [
    { name: 'controller', label: 'Ответственный', hint: 'Кто отвечает за данные.', autoComplete: 'off' },
    {
      name: 'evidence_url',
      label: 'Подтверждение',
      hint: 'Адрес, где записано, почему эти данные можно искать.',
      type: 'url',
      placeholder: 'https://',
      autoComplete: 'off'
    }
  ],
  [
    { name: 'obtained_at', label: 'Получено', type: 'date' },
    { name: 'retention_days', label: 'Хранить, дней', inputMode: 'numeric', autoComplete: 'off' },
    { name: 'review_due', label: 'Пересмотреть до', type: 'date' }
  ]
] as const

interface PassportFieldsProps {
  declared: { [Field in keyof DeclaredPassport]?: DeclaredPassport[Field] | null }
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
    {TEXTS.map(row => (
      <div key={row[0].name} className="grid">
        {row.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            name={name}
            defaultValue={declared[name] ?? ''}
            error={refusals[name]}
            disabled={disabled}
          />
        ))}
      </div>
    ))}
  </>
)
