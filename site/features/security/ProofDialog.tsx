import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { SECOND_STEP_TEXTS } from '#shared/texts/second-step.ts'
import { SECURITY_TEXTS } from '#shared/texts/security.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { PasswordField } from '#site/ui/form/PasswordField.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { type ProofWays, proofForm, proveByPasskey } from './proof.ts'

interface ProofDialogProps {
  ways: ProofWays
  onAnswer(isProved: boolean): void
}

/** Asks once more who uses the session: by a factor where the account has one, else by the password. */
export function ProofDialog({ ways, onAnswer }: ProofDialogProps) {
  const [byBackup, setByBackup] = useState(!ways.hasApp)
  const [isAsking, setIsAsking] = useState(false)
  const [keyError, setKeyError] = useState('')
  const { step, text } = useStore(proofForm.$form)
  const busy = step === 'submitting'
  const hasField = !ways.hasFactor || ways.hasApp || ways.hasBackup
  useEffect(() => {
    proofForm.prepare()
    return proofForm.reset
  }, [])

  async function submit(data: FormData) {
    setKeyError('')
    if (await proofForm.submit(Object.fromEntries(data))) onAnswer(true)
  }

  async function askKey() {
    proofForm.reset()
    setIsAsking(true)
    const refusal = await proveByPasskey()
    setIsAsking(false)
    setKeyError(refusal)
    if (refusal === '') onAnswer(true)
  }

  function switchCode() {
    proofForm.reset()
    setByBackup(!byBackup)
  }

  const words = text || keyError
  return (
    <Dialog
      title="Подтвердите, что это вы"
      onClose={() => onAnswer(false)}
      onSubmit={submit}
      action={
        hasField && (
          <Button type="submit" kind="primary" busy={busy}>
            Подтвердить
          </Button>
        )
      }
    >
      <p className="soft">{SECURITY_TEXTS.proof}</p>
      {ways.hasKey && (
        <div>
          <Button kind={ways.hasApp ? undefined : 'primary'} busy={isAsking} onClick={askKey}>
            Подтвердить ключом
          </Button>
        </div>
      )}
      {hasField && <ProofField key={String(byBackup)} ways={ways} byBackup={byBackup} />}
      {words && <Banner tone="red">{words}</Banner>}
      {ways.hasApp && ways.hasBackup && (
        <p>
          <button type="button" className="link" onClick={switchCode}>
            {byBackup ? 'Ввести код из приложения' : 'Нет доступа к коду? Введите резервный'}
          </button>
        </p>
      )}
    </Dialog>
  )
}

/** The password, a code of the application or a backup code. Another kind of code is another field. */
function ProofField({ ways, byBackup }: { ways: ProofWays; byBackup: boolean }) {
  const { step, fields } = useStore(proofForm.$form)
  const place = useRef<HTMLDivElement>(null)
  const readOnly = step === 'submitting'
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place}>
      {ways.hasFactor ? (
        <TextField
          label={byBackup ? 'Резервный код' : 'Код из приложения'}
          hint={byBackup ? SECOND_STEP_TEXTS.backupHint : undefined}
          name="code"
          autoComplete={byBackup ? 'off' : 'one-time-code'}
          inputMode={byBackup ? 'text' : 'numeric'}
          error={fields.code}
          readOnly={readOnly}
        />
      ) : (
        <PasswordField
          label="Ваш пароль"
          hint={ways.isOfProvider ? SECURITY_TEXTS.noPassword : undefined}
          name="password"
          autoComplete="current-password"
          error={fields.password}
          readOnly={readOnly}
        />
      )}
    </div>
  )
}
