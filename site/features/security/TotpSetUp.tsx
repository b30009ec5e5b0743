import { useEffect } from 'react'
import type { TotpDraftAnswer } from '#shared/contracts/account/security.ts'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { Qr } from '#site/ui/Qr.tsx'
import { Value } from '#site/ui/Value.tsx'
import { $draft } from './security-store.ts'
import { enableForm } from './totp-form.ts'

/** Four signs at a time, as people type them. */
const spaced = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

/** The key for the application, as a picture and as text, and the first code of it. */
export function TotpSetUp({ draft: { secret, uri } }: { draft: TotpDraftAnswer }) {
  const { state, busy, bind } = useForm(enableForm)
  useEffect(() => enableForm.reset, [])
  return (
    <form className="stack" {...bind}>
      <div className="totp">
        <Qr text={uri} label="QR-код для приложения; тот же ключ текстом рядом" />
        <div className="stack">
          <p>
            Откройте приложение для кодов и наведите его на рисунок. Приложение на этом же телефоне?{' '}
            <a href={uri}>Добавьте ключ в него</a>. Или введите ключ вручную:
          </p>
          <Value label="Скопировать ключ">{spaced(secret)}</Value>
          <TextField
            label="Код из приложения"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={32}
            error={state.fields.code}
            disabled={busy}
          />
        </div>
      </div>
      {state.text && <Banner tone="red">{state.text}</Banner>}
      <div className="row">
        <Button type="submit" kind="primary" busy={busy}>
          Включить коды
        </Button>
        <Button kind="quiet" onClick={() => $draft.set(null)}>
          Отмена
        </Button>
      </div>
    </form>
  )
}
