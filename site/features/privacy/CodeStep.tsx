import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { SUBJECT_CODE_PAUSE_SECONDS } from '#shared/constants.ts'
import type { PrivacyAnswer } from '#shared/contracts/privacy/privacy.ts'
import { requestTakenText } from '#shared/texts/request-taken.ts'
import { errorText } from '#site/lib/ask.ts'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { askAnew, backToForm, codeForm, requestForm, sendAgain, typedBefore } from './request-store.ts'

interface CodeStepProps {
  about: PrivacyAnswer
  /** What the server said, the same to everybody. */
  message: string
  /** Where the code went; '' where the page does not know any more. */
  to: string
  /** No code is of use any more. */
  isOver: boolean
}

/** The code that shows that the address is the person's own. */
export function CodeStep({ about, message, to, isOver }: CodeStepProps) {
  const { state, busy, bind } = useForm(codeForm)
  useEffect(() => codeForm.reset, [])
  if (isOver) return <CodeOver text={state.text} />
  return (
    <form className="card stack" aria-labelledby="code-title" {...bind}>
      <h2 id="code-title" tabIndex={-1}>
        Код подтверждения
      </h2>
      <p>
        {message || requestTakenText(about.handed_over)} {to && `Адрес: ${to}.`} Код действует{' '}
        {about.code_minutes} минут.
      </p>
      <TextField
        label="Код"
        name="code"
        className="code-field"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        error={state.fields.code}
        disabled={busy}
      />
      {state.step === 'failed' && state.text && <Banner tone="red">{state.text}</Banner>}
      <div className="row">
        <Button type="submit" kind="primary" busy={busy}>
          Подтвердить
        </Button>
        <Again />
      </div>
      <p className="small soft">
        До подтверждения обращение не считается поданным.{' '}
        <Button kind="quiet" size="s" onClick={backToForm}>
          {typedBefore() ? 'Исправить данные' : 'Заполнить заново'}
        </Button>
      </p>
    </form>
  )
}

/** What is left to do where no code is of use: the request was not taken, and what was typed is there. */
function CodeOver({ text }: { text: string }) {
  const form = useStore(requestForm.$form)
  return (
    <section className="card stack" aria-labelledby="code-title">
      <h2 id="code-title" tabIndex={-1}>
        Код больше не действует
      </h2>
      <Banner tone="red">{text} Обращение ещё не подано.</Banner>
      <div className="row">
        {typedBefore() && (
          <Button kind="primary" busy={form.step === 'submitting'} onClick={askAnew}>
            Получить новый код
          </Button>
        )}
        <Button kind="quiet" onClick={backToForm}>
          {typedBefore() ? 'Исправить данные' : 'Заполнить заново'}
        </Button>
      </div>
      {form.step === 'failed' && <Banner tone="red">{form.text}</Banner>}
    </section>
  )
}

/** «Прислать ещё раз через 0:42». */
function Again() {
  const [left, setLeft] = useState(SUBJECT_CODE_PAUSE_SECONDS)
  const [notice, setNotice] = useState('')
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const press = () => {
    setLeft(SUBJECT_CODE_PAUSE_SECONDS)
    sendAgain().then(
      () => setNotice('Если код можно прислать ещё раз, он отправлен.'),
      error => setNotice(errorText(error))
    )
  }
  return (
    <>
      <Button kind="quiet" disabled={left > 0} onClick={press}>
        {left > 0
          ? `Прислать ещё раз через ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
          : 'Прислать ещё раз'}
      </Button>
      <span className="small soft" role="status">
        {notice}
      </span>
    </>
  )
}
