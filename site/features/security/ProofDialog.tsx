import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { SECOND_STEP_TEXTS } from '#shared/texts/second-step.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { PasswordField } from '#site/ui/form/PasswordField.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { type ProofWays, proofForm, proveByKey } from './proof.ts'

interface ProofDialogProps {
  ways: ProofWays
  onAnswer(isProved: boolean): void
}

/** Asks once more who uses the session: by a factor where the account has one, else by the password. */
export function ProofDialog({ ways, onAnswer }: ProofDialogProps) {
  const [byBackup, setByBackup] = useState(!ways.hasApp)
  const [isAsking, setIsAsking] = useState(false)
  const [keyError, setKeyError] = useState('')
  const { step, text, fields } = useStore(proofForm.$form)
  const busy = step === 'submitting'
  useEffect(() => {
    proofForm.prepare()
    return proofForm.reset
  }, [])

  async function submit(data: FormData) {
    if (await proofForm.submit(Object.fromEntries(data))) onAnswer(true)
  }

  async function askKey() {
    setIsAsking(true)
    const refusal = await proveByKey()
    setIsAsking(false)
    setKeyError(refusal)
    if (refusal === '') onAnswer(true)
  }

  const words = text || keyError
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
      {ways.hasKey && (
        <div>
          <Button busy={isAsking} onClick={askKey}>
            Подтвердить ключом
          </Button>
        </div>
      )}
      {ways.hasFactor ? (
        <TextField
          key={byBackup ? 'backup' : 'code'}
          label={byBackup ? 'Резервный код' : 'Код из приложения'}
          hint={byBackup ? SECOND_STEP_TEXTS.backupHint : undefined}
          name="code"
          autoComplete={byBackup ? 'off' : 'one-time-code'}
          error={fields.code}
          readOnly={busy}
        />
      ) : (
        <PasswordField
          label="Ваш пароль"
          name="password"
          autoComplete="current-password"
          error={fields.password}
          readOnly={busy}
        />
      )}
      {words && <Banner tone="red">{words}</Banner>}
      {ways.hasApp && (
        <p>
          <button type="button" className="link" onClick={() => setByBackup(!byBackup)}>
            {byBackup ? 'Ввести код из приложения' : 'Нет доступа к коду? Введите резервный'}
          </button>
        </p>
      )}
    </Dialog>
  )
}
