import { useStore } from '@nanostores/react'
import type { SecurityAnswer } from '#shared/contracts/account/security.ts'
import { SECURITY_TEXTS } from '#shared/texts/security.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { $draft, beginTotp, disableTotp, renewCodes } from './security-store.ts'

/** So few that the next loss of a phone may shut their owner out. */
const FEW_CODES = 2

const TotpSetUp = laterPart(async () => (await import('./TotpSetUp.tsx')).TotpSetUp)

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
          <Later part={TotpSetUp} props={{ draft }} />
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
                </b>{' '}
                {codes.left === codes.all && <small className="soft">{SECURITY_TEXTS.unseenCodes}</small>}
                {codes.left <= FEW_CODES && <Badge tone="ochre">мало</Badge>}
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
