import { useStore } from '@nanostores/react'
import { Fragment, useEffect } from 'react'
import { CHANNELS, type Channel } from '#shared/labels/messengers.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconTelegram, IconWhatsApp } from '#site/ui/icons/messengers.ts'
import { $checks, checkKey, checkMessenger, clearChecks } from './messengers-store.ts'

const ICONS = { telegram: IconTelegram, whatsapp: IconWhatsApp }
const channels = Object.keys(CHANNELS) as Channel[]

/** Asks messengers whether they know phones of the person. */
export const Messengers = ({ phones }: { phones: readonly string[] }) => (
  <div className="stack tight">
    <h4>Мессенджеры</h4>
    {phones.map(phone => (
      <Fragment key={phone}>
        {phones[1] && <p>{phone}</p>}
        <AskMessengers phone={phone} />
      </Fragment>
    ))}
  </div>
)

/** Asks them about one phone, one press a question. */
export function AskMessengers({ phone }: { phone: string }) {
  const checks = useStore($checks)
  useEffect(() => clearChecks, [])
  return (
    <>
      <p className="row tight">
        {channels.map(channel => (
          <Button
            key={channel}
            size="s"
            title={phone}
            busy={checks[checkKey(channel, phone)] === null}
            onClick={() => checkMessenger(channel, phone)}
          >
            <Icon of={ICONS[channel]} />
            Проверить {CHANNELS[channel]}
          </Button>
        ))}
      </p>
      <div className="small soft" role="status">
        {channels.map(channel => (
          <p key={channel}>{checks[checkKey(channel, phone)]}</p>
        ))}
      </div>
    </>
  )
}
