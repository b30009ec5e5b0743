import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { WEBHOOKS_PER_ACCOUNT } from '#shared/constants.ts'
import { NAV_PROFILE, NAV_WEBHOOKS } from '#shared/labels/nav.ts'
import { WEBHOOK_TEXTS } from '#shared/texts/webhooks.ts'
import { Shell } from '#site/layouts/Shell.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Confirm } from '#site/ui/dialog/Confirm.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronLeft } from '#site/ui/icons/acts.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { Value } from '#site/ui/Value.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { $secret, newForm, webhooks } from './webhooks-store.ts'

export const Webhooks = () => (
  <Shell>
    <Addresses />
    <Confirm />
  </Shell>
)

function Addresses() {
  const load = useStore(webhooks.$load)
  useEffect(() => {
    webhooks.load()
  }, [])
  return (
    <div className="stack loose calm">
      <header className="stack tight">
        <a className="back" href={NAV_PROFILE.href}>
          <Icon of={IconChevronLeft} />
          {NAV_PROFILE.title}
        </a>
        <h1>{NAV_WEBHOOKS.title}</h1>
        <p className="soft">{WEBHOOK_TEXTS.about}</p>
      </header>
      {load.step === 'loading' && (
        <Card aria-busy>
          <Skeleton chars={30} />
        </Card>
      )}
      {load.step === 'failed' && <Failure text={load.text} onRetry={webhooks.load} />}
      {load.step === 'ready' && (
        <>
          {load.data.map(webhook => (
            <WebhookCard key={webhook.id} webhook={webhook} />
          ))}
          {load.data.length < WEBHOOKS_PER_ACCOUNT && (
            <Card title="Новый адрес">
              <WebhookForm store={newForm} action="Добавить" />
            </Card>
          )}
        </>
      )}
      <NewSecret />
    </div>
  )
}

/** A secret, shown this once. */
function NewSecret() {
  const shown = useStore($secret)
  if (!shown) return null
  return (
    <shown.Dialog title={WEBHOOK_TEXTS.secretTitle} onClose={() => $secret.set(null)}>
      <p>{WEBHOOK_TEXTS.secretOnce}</p>
      <Value label="Скопировать секрет">{shown.secret}</Value>
    </shown.Dialog>
  )
}
