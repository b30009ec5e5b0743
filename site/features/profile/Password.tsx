import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { PasswordField } from '#site/ui/form/PasswordField.tsx'
import { passwordForm } from './profile-store.ts'

const FIELDS = [
  { name: 'current_password', label: 'Текущий пароль', autoComplete: 'current-password' },
  {
    name: 'new_password',
    label: 'Новый пароль',
    autoComplete: 'new-password',
    hint: 'Минимум 10 символов, должен содержать буквы и цифры'
  },
  { name: 'confirm_password', label: 'Подтвердите новый пароль', autoComplete: 'new-password' }
] as const

export function Password({ username }: { username: string }) {
  const { state, busy, bind } = useForm(passwordForm)
  return (
    <Card title="Смена пароля">
      <form className="stack" {...bind}>
        {/* For password managers: whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={username} />
        {FIELDS.map(field => (
          <PasswordField key={field.name} {...field} error={state.fields[field.name]} disabled={busy} />
        ))}
        {state.text && <Banner tone={state.step === 'done' ? 'moss' : 'red'}>{state.text}</Banner>}
        <p className="row">
          <Button type="submit" kind="primary" busy={busy}>
            Изменить пароль
          </Button>
          <span className="small muted">Остальные сеансы закончатся сразу.</span>
        </p>
      </form>
    </Card>
  )
}
