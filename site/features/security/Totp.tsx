import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { SecurityAnswer, TotpDraftAnswer } from '#shared/contracts/account/security.ts'
import { useForm } from '#site/lib/use-form.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { Qr } from '#site/ui/Qr.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { Value } from '#site/ui/Value.tsx'
import { $draft, beginTotp, disableTotp, renewCodes } from './security-store.ts'
import { enableForm } from './totp-form.ts'

/** One-time codes of an application, off, being set up, or on; and the backup codes of all factors. */
export function Totp({ security: { totp, backup_codes: codes } }: { security: SecurityAnswer }) {
  const draft = useStore($draft)
  const isOn = totp.enabled_at !== null
  return (
    <Card
      title="Одноразовые коды"
      action={<Badge tone={isOn ? 'moss' : 'petrol'}>{isOn ? 'включены' : 'выключены'}</Badge>}
    >
      <div className="stack">
        {isOn ? (
          <p className="soft">
            При входе с паролем спрашиваем ещё код из приложения. Включены {totp.enabled_at_str}.
          </p>
        ) : draft ? (
          <SetUp draft={draft} />
        ) : (
          <p className="soft">Код из приложения на телефоне вместе с паролем: пароля одного не хватит.</p>
        )}
        {codes.all > 0 && (
          <Rows boxed>
            <li className="row apart">
              <span>
                Резервных кодов осталось{' '}
                <b>
                  {codes.left} из {codes.all}
                </b>
              </span>
              <Button size="s" onClick={renewCodes}>
                Новые коды
              </Button>
            </li>
          </Rows>
        )}
        {isOn ? (
          <p>
            <Button size="s" kind="danger" onClick={disableTotp}>
              Отключить коды
            </Button>
          </p>
        ) : (
          !draft && (
            <p>
              <Button size="s" kind="primary" onClick={beginTotp}>
                Включить коды
              </Button>
            </p>
          )
        )}
      </div>
    </Card>
  )
}

/** Four signs at a time, as people type them. */
const spaced = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

function SetUp({ draft: { secret, uri } }: { draft: TotpDraftAnswer }) {
  const { state, busy, bind } = useForm(enableForm)
  useEffect(() => enableForm.reset, [])
  return (
    <form className="stack" {...bind}>
      <div className="totp">
        <Qr text={uri} label="QR-код для приложения; тот же ключ текстом рядом" />
        <div className="stack">
          <p>Откройте приложение для кодов и наведите его на рисунок. Или введите ключ вручную:</p>
          <Value label="Скопировать ключ">{spaced(secret)}</Value>
          <TextField
            label="Код из приложения"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
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
