import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { SECOND_STEP_TEXTS } from '#shared/texts/second-step.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import {
  $isAsking,
  $keyError,
  $pending,
  createCodeForm,
  readPending,
  signInByPasskey
} from './second-step.ts'

/** Unchecked here: the server has the rule. */
const checkNothing = (values: Record<string, unknown>) => ({ values })

/** Reads by what the login that waits goes on; before the dialog stands. */
export const readWays = readPending

interface StepDialogProps {
  onAnswer(isSignedIn: boolean): void
  /** The first step has to be taken anew. */
  onOver(): void
}

/** The second step of a login over the page. */
export function StepDialog({ onAnswer, onOver }: StepDialogProps) {
  const [form] = useState(() => createCodeForm(async () => checkNothing))
  const { step, text, fields } = useStore(form.$form)
  const keyError = useStore($keyError)
  const isAsking = useStore($isAsking)
  const pending = useStore($pending)
  const ways = typeof pending === 'object' && 'second_step' in pending ? pending.second_step : null
  const busy = step === 'submitting'
  useEffect(() => {
    if (typeof pending === 'string') onOver()
  }, [pending, onOver])

  async function submit(data: FormData) {
    $keyError.set('')
    if (await form.submit(Object.fromEntries(data))) onAnswer(true)
  }
  async function askKey() {
    form.reset()
    if (await signInByPasskey()) onAnswer(true)
  }

  return (
    <Dialog
      title="Второй шаг"
      onClose={() => onAnswer(false)}
      onSubmit={submit}
      action={
        <Button type="submit" kind="primary" busy={busy}>
          {busy ? 'Вход...' : 'Войти и продолжить'}
        </Button>
      }
    >
      <TextField
        label={ways?.includes('code') === false ? 'Резервный код' : 'Код'}
        hint={ways?.includes('code') === false ? SECOND_STEP_TEXTS.backupHint : SECOND_STEP_TEXTS.codeHint}
        name="code"
        autoComplete="one-time-code"
        error={fields.code}
        readOnly={busy}
      />
      {(text || keyError) && <Banner tone="red">{text || keyError}</Banner>}
      {ways?.includes('passkey') !== false && (
        <p>
          <Button size="s" busy={isAsking} onClick={askKey}>
            Войти ключом
          </Button>
        </p>
      )}
    </Dialog>
  )
}
