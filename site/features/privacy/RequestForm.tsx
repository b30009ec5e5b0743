import type { PrivacyAnswer } from '#shared/contracts/privacy/privacy.ts'
import { WANT_CHOICES } from '#shared/labels/subject-requests.ts'
import { daysText } from '#shared/texts/days.ts'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { TextArea } from '#site/ui/form/TextArea.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { requestForm, typedBefore } from './request-store.ts'

/** What somebody asks, and how they are to be told apart and answered. */
export function RequestForm({ about }: { about: PrivacyAnswer }) {
  const { state, busy, bind } = useForm(requestForm)
  const { fields } = state
  const typed = typedBefore() ?? { want: 'object', whose: 'self' }
  const of = (name: string) => ({ name, defaultValue: String(typed[name] ?? '') })
  const takesPhone = about.channels.includes('phone')
  return (
    <form className="card stack" aria-labelledby="request-title" {...bind}>
      <h2 id="request-title" tabIndex={-1}>
        Обращение
      </h2>
      <fieldset className="field">
        <legend>Чего вы хотите</legend>
        <div className="pick-one">
          {Object.entries(WANT_CHOICES).map(([value, { title, note }]) => (
            <label key={value}>
              <input
                type="radio"
                name="want"
                value={value}
                defaultChecked={value === typed.want}
                disabled={busy}
              />
              <span>
                {title}
                <small className="soft">{note}</small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label="E-mail для ответа"
        hint={
          takesPhone
            ? 'Сюда придёт код и ответ. Можно вместо него указать телефон'
            : 'Сюда придёт код и ответ'
        }
        {...of('email')}
        type="email"
        autoComplete="email"
        error={fields.email}
        disabled={busy}
      />
      <TextField
        label="Телефон"
        hint={takesPhone ? 'Если вас ищут и по нему. Без e-mail код придёт сюда' : 'Если вас ищут и по нему'}
        {...of('phone')}
        type="tel"
        autoComplete="tel"
        error={fields.phone}
        disabled={busy}
      />
      <TextField
        label="Фамилия, имя, отчество"
        hint="Необязательно"
        {...of('name')}
        autoComplete="name"
        error={fields.name}
        disabled={busy}
      />
      <TextField
        label="Дата рождения"
        hint="Без неё ФИО не скрыть: вас не отличить от однофамильцев"
        {...of('birth_date')}
        inputMode="numeric"
        placeholder="дд.мм.гггг"
        autoComplete="bday"
        error={fields.birth_date}
        disabled={busy}
      />
      <Field label="Что важно знать" hint="Например, что именно неверно. Необязательно" error={fields.note}>
        {ties => <TextArea {...ties} {...of('note')} rows={3} disabled={busy} />}
      </Field>
      <fieldset className="field">
        <legend>О ком</legend>
        <Check
          type="radio"
          name="whose"
          value="self"
          defaultChecked={typed.whose !== 'other'}
          disabled={busy}
        >
          О себе
        </Check>
        <Check
          type="radio"
          name="whose"
          value="other"
          defaultChecked={typed.whose === 'other'}
          disabled={busy}
        >
          О другом, я его представитель: документ пришлю по запросу
        </Check>
      </fieldset>
      {state.step === 'failed' && state.text && <Banner tone="red">{state.text}</Banner>}
      <p>
        <Button type="submit" kind="primary" busy={busy}>
          Получить код
        </Button>
      </p>
      <p className="small soft">
        Код подтверждает только адрес, на который пришёл. Чтобы решение касалось и остальных данных, нужен
        документ.
      </p>
      <p className="small soft">
        Данные из формы нужны только для этого обращения и хранятся {daysText(about.request_days)} после
        решения.
      </p>
    </form>
  )
}
