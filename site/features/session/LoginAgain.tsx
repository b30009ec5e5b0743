import { useStore } from '@nanostores/react'
import { useCallback, useState } from 'react'
import { LOGIN_FAILED } from '#shared/texts/account.ts'
import { SECOND_STEP_TEXTS } from '#shared/texts/second-step.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { enterSession, logout } from '#site/lib/session-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { PasswordField } from '#site/ui/form/PasswordField.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { createAccountForm } from './account-form.ts'
import { type Credentials, signIn } from './account-requests.ts'
import { SecurityCheck } from './SecurityCheck.tsx'

interface LoginAgainProps {
  /** Who was signed in; nobody's page is shown to another. */
  username: string
  onAnswer(isSignedIn: boolean): void
}

/** Unchecked here: the server has the rules, and the name is one that it knows. */
const checkNothing = (values: Record<string, unknown>) => ({
  values: values as Omit<Credentials, 'turnstile_token'>
})

/** Told where a second step is due. */
const createLoginAgain = (onSecondStep: () => Promise<void>) =>
  createAccountForm({
    action: 'login',
    loadCheck: async () => checkNothing,
    fallback: LOGIN_FAILED,
    async send(credentials) {
      // What is on the page stays, also where this fails.
      const user = await signIn(credentials)
      if (user) return void enterSession(user)
      await onSecondStep()
      return SECOND_STEP_TEXTS.asked
    }
  })

/** Loaded where an account has a second factor. */
const loadStepDialog = () => loadCode(() => import('./StepDialog.tsx'))

/** The login over a page whose session has ended; the calls that wait for it go on after it. */
export function LoginAgain({ username, onAnswer }: LoginAgainProps) {
  const [steps, setSteps] = useState<Awaited<ReturnType<typeof loadStepDialog>>>()
  const [{ form, check }] = useState(() =>
    createLoginAgain(async () => {
      const part = await loadStepDialog()
      await part.readWays()
      setSteps(part)
    })
  )
  const { step, text, fields } = useStore(form.$form)
  const token = useStore(check.$token)
  const busy = step === 'submitting'

  async function submit(data: FormData) {
    // Of a login that is whole nothing is left to say.
    if ((await form.submit(Object.fromEntries(data))) && form.$form.get().text === '') onAnswer(true)
  }

  const startAnew = useCallback(() => {
    setSteps(undefined)
    form.fail(SECOND_STEP_TEXTS.over)
  }, [form])

  if (steps) return <steps.StepDialog onAnswer={onAnswer} onOver={startAnew} />

  return (
    <Dialog
      title="Войдите снова"
      onClose={() => onAnswer(false)}
      onSubmit={submit}
      action={
        <Button type="submit" kind="primary" busy={busy} disabled={!token}>
          {busy ? 'Вход...' : 'Войти и продолжить'}
        </Button>
      }
    >
      <p className="soft">Сеанс закончился. Всё на странице останется на месте, начатое продолжится.</p>
      <TextField
        label="Имя пользователя"
        name="username"
        autoComplete="username"
        defaultValue={username}
        error={fields.username}
        readOnly
      />
      <PasswordField
        label="Пароль"
        name="password"
        autoComplete="current-password"
        error={fields.password}
        readOnly={busy}
      />
      <SecurityCheck store={check} />
      {text && <Banner tone="red">{text}</Banner>}
      <p>
        <button type="button" className="link" onClick={logout}>
          Другой пользователь
        </button>
      </p>
    </Dialog>
  )
}
