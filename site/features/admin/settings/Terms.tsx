import type { ServiceSettings } from '#shared/contracts/admin/settings.ts'
import { rateText } from '#site/lib/payment-text.ts'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { termsForm } from './settings-store.ts'

const FIELDS = [
  { name: 'rate', label: 'Запросов за 1 USD', hint: 'Больше нуля, до четырёх знаков после запятой' },
  { name: 'bonus_threshold', label: 'Бонус от суммы, USD', hint: 'С этой суммы платежа действует множитель' },
  { name: 'bonus_multiplier', label: 'Множитель бонуса', hint: '1 — без бонуса' },
  { name: 'signup_requests', label: 'Запросов при регистрации', hint: 'С ними начинает новая учётная запись' }
] as const

/** What a dollar buys, and what a new account begins with. Payments that are open keep the terms they were made with. */
export function Terms({ settings }: { settings: ServiceSettings }) {
  const { state, busy, bind } = useForm(termsForm)
  return (
    <Card title="Курс" action={<b>{rateText(settings.rate)}</b>}>
      <form className="stack" {...bind}>
        <div className="grid roomy">
          {FIELDS.map(({ name, ...field }) => (
            <TextField
              // The saved value becomes the new default, so that the form's reset shows it.
              key={`${name} ${settings[name]}`}
              {...field}
              name={name}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={settings[name]}
              error={state.fields[name]}
              disabled={busy}
            />
          ))}
        </div>
        {state.text && <Banner tone={state.step === 'done' ? 'moss' : 'red'}>{state.text}</Banner>}
        <p className="row">
          <Button type="submit" kind="primary" busy={busy}>
            Сохранить
          </Button>
          <span className="small muted">Действует для новых платежей и регистраций.</span>
        </p>
      </form>
    </Card>
  )
}
