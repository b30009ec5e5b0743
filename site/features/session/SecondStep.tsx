import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { PROVIDER_REFUSALS, type ProviderRefusal } from '#shared/rules/provider-refusals.ts'
import { SECOND_STEP_TEXTS } from '#shared/texts/second-step.ts'
import { focusPage } from '#site/lib/focus-page.ts'
import { $session, checkSession } from '#site/lib/session-store.ts'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { goOn } from './destination.ts'
import {
  $isAsking,
  $keyError,
  $pending,
  createCodeForm,
  readPending,
  signInByPasskey
} from './second-step.ts'

const codeForm = createCodeForm(async () => (await import('./second-step-check.ts')).checkStepCode)

/** The page after the password, and of a login by a key alone where no login waits. Who is signed in already goes on. */
export function SecondStep() {
  const pending = useStore($pending)
  const session = useStore($session)
  const isIdle = typeof pending === 'string'
  useEffect(() => {
    readPending()
    focusPage()
  }, [])
  useEffect(() => {
    if (isIdle) checkSession()
  }, [isIdle])
  useEffect(() => {
    if (session.step === 'in') goOn()
  }, [session.step])

  if (pending === undefined)
    return (
      <div className="card stack">
        <h1>Вход в систему</h1>
        <Wait>Загрузка...</Wait>
      </div>
    )
  if (typeof pending === 'object' && 'lost' in pending)
    return (
      <div className="card stack">
        <h1>Второй шаг</h1>
        <Banner tone="red">{pending.lost}</Banner>
        <Button kind="primary" onClick={readPending}>
          Повторить
        </Button>
      </div>
    )
  if (pending === 'over') return <Failed>{SECOND_STEP_TEXTS.over}</Failed>
  if (pending === 'none') return <ByKeyAlone />
  const { username, second_step: ways } = pending
  return (
    <div className="card stack">
      <div>
        <h1>Второй шаг</h1>
        <p className="small soft">Пароль {username} верный. Осталось подтвердить, что это вы.</p>
      </div>
      {ways.includes('passkey') && <KeyButton isFirst={!ways.includes('code')} />}
      {(ways.includes('code') || ways.includes('backup')) && <CodeForm hasApp={ways.includes('code')} />}
    </div>
  )
}

const Failed = ({ children }: { children: string }) => (
  <div className="card stack">
    <h1>Войти не удалось</h1>
    <Banner tone="red">{children}</Banner>
    <a className="button" data-kind="primary" href="/login">
      Войти заново
    </a>
  </div>
)

function CodeForm({ hasApp }: { hasApp: boolean }) {
  const { state, busy, bind } = useForm(codeForm)
  return (
    <form className="stack" {...bind}>
      <TextField
        label={hasApp ? 'Код из приложения' : 'Резервный код'}
        hint={hasApp ? SECOND_STEP_TEXTS.codeHint : SECOND_STEP_TEXTS.backupHint}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        error={state.fields.code}
        disabled={busy}
      />
      {state.text && <Banner tone="red">{state.text}</Banner>}
      <Button type="submit" kind="primary" busy={busy}>
        {busy ? 'Вход...' : 'Войти'}
      </Button>
    </form>
  )
}

function KeyButton({ isFirst }: { isFirst: boolean }) {
  const error = useStore($keyError)
  const isAsking = useStore($isAsking)
  return (
    <div className="stack">
      <Button kind={isFirst ? 'primary' : undefined} busy={isAsking} onClick={signInByPasskey}>
        Войти ключом
      </Button>
      {error && <Banner tone="red">{error}</Banner>}
    </div>
  )
}

const refusedBy = (): ProviderRefusal | null => {
  const code = new URLSearchParams(location.search).get('refused') ?? ''
  return Object.hasOwn(PROVIDER_REFUSALS, code) ? (code as ProviderRefusal) : null
}

function ByKeyAlone() {
  const [refused] = useState(refusedBy)
  if (refused) return <Failed>{PROVIDER_REFUSALS[refused]}</Failed>
  return (
    <div className="card stack">
      <div>
        <h1>Вход ключом</h1>
        <p className="small soft">{SECOND_STEP_TEXTS.keyAlone}</p>
      </div>
      <KeyButton isFirst />
    </div>
  )
}
