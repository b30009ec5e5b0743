import type { User } from '#shared/contracts/auth.ts'
import { PURPOSES } from '#shared/labels/purposes.ts'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { purposeForm } from './profile-store.ts'

/** What is stated for searches that state no other purpose, of programs too. */
export function UsualPurpose({ usual }: { usual: NonNullable<User['search_purpose']> }) {
  const { state, busy, bind } = useForm(purposeForm)
  return (
    <Card title="Цель поиска">
      {/* The saved values become the new defaults, so that the form's reset shows them. */}
      <form className="stack" key={`${usual.code} ${usual.case_ref}`} {...bind}>
        <Field label="Обычная цель" error={state.fields.purpose}>
          {ties => (
            <Select {...ties} name="purpose" defaultValue={usual.code ?? ''} disabled={busy}>
              <option value="">Не указана</option>
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
          defaultValue={usual.case_ref ?? ''}
          error={state.fields.case_ref}
          disabled={busy}
        />
        {state.text && <Banner tone={state.step === 'done' ? 'moss' : 'red'}>{state.text}</Banner>}
        <p>
          <Button type="submit" kind="primary" busy={busy}>
            Сохранить
          </Button>
        </p>
      </form>
    </Card>
  )
}
