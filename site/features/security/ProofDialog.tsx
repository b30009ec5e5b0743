import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { PasswordField } from '#site/ui/form/PasswordField.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { proofForm } from './proof.ts'

interface ProofDialogProps {
  /** A code will do too. */
  hasFactor: boolean
  onAnswer(isProved: boolean): void
}

/** Asks once more who uses the session. */
export function ProofDialog({ hasFactor, onAnswer }: ProofDialogProps) {
  const [byCode, setByCode] = useState(false)
  const { step, text, fields } = useStore(proofForm.$form)
  const busy = step === 'submitting'
  useEffect(() => {
    proofForm.prepare()
    return proofForm.reset
  }, [])

  async function submit(data: FormData) {
    if (await proofForm.submit(Object.fromEntries(data))) onAnswer(true)
  }

  return (
    <Dialog
      title="Подтвердите, что это вы"
      onClose={() => onAnswer(false)}
      onSubmit={submit}
      action={
        <Button type="submit" kind="primary" busy={busy}>
          Подтвердить
        </Button>
      }
    >
      {byCode ? (
        <TextField
          key="code"
          label="Код из приложения или резервный код"
          name="code"
          autoComplete="one-time-code"
          error={fields.code}
          readOnly={busy}
        />
      ) : (
        <PasswordField
          key="password"
          label="Ваш пароль"
          name="password"
          autoComplete="current-password"
          error={fields.password}
          readOnly={busy}
        />
      )}
      {text && <Banner tone="red">{text}</Banner>}
      {hasFactor && (
        <p>
          <button type="button" className="link" onClick={() => setByCode(!byCode)}>
            {byCode ? 'Ввести пароль' : 'Ввести код вместо пароля'}
          </button>
        </p>
      )}
    </Dialog>
  )
}
