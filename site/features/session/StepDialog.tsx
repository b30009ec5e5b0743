import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { SECOND_STEP_TEXTS } from '#shared/texts/second-step.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { $isAsking, $keyError, createCodeForm, enterByKey } from './second-step.ts'

/** Unchecked here: the server has the rule. */
const checkNothing = (values: Record<string, unknown>) => ({ values })

/** The second step of a login over the page. */
export function StepDialog({ onAnswer }: { onAnswer(isSignedIn: boolean): void }) {
  const [form] = useState(() => createCodeForm(async () => checkNothing))
  const { step, text, fields } = useStore(form.$form)
  const keyError = useStore($keyError)
  const isAsking = useStore($isAsking)
  const busy = step === 'submitting'

  async function submit(data: FormData) {
    if (await form.submit(Object.fromEntries(data))) onAnswer(true)
  }
  const askKey = async () => (await enterByKey()) && onAnswer(true)

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
        label="Код"
        hint={SECOND_STEP_TEXTS.codeHint}
        name="code"
        autoComplete="one-time-code"
        error={fields.code}
        readOnly={busy}
      />
      {(text || keyError) && <Banner tone="red">{text || keyError}</Banner>}
      <p>
        <Button size="s" busy={isAsking} onClick={askKey}>
          Войти ключом
        </Button>
      </p>
    </Dialog>
  )
}
