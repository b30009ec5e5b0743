import { useId, useState } from 'react'
import type { Webhook } from '#shared/contracts/profile.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { Button } from '#site/ui/Button.tsx'
import { Deliveries } from './Deliveries.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { openWebhook, removeWebhook, renewSecret, sendNow } from './webhooks-store.ts'

/** An address with its secret, its form and what was sent to it. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const id = useId()
  const [{ form, log }] = useState(() => openWebhook(webhook.id))
  const [isSending, setSending] = useState(false)

  async function tryOut() {
    setSending(true)
    await sendNow(webhook, log)
    setSending(false)
  }

  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>{new URL(webhook.url).host}</h2>
      <WebhookForm
        store={form}
        webhook={webhook}
        action="Сохранить"
        acts={
          <>
            <Button busy={isSending} onClick={tryOut}>
              Проверить
            </Button>
            <Button kind="quiet" onClick={() => removeWebhook(webhook)}>
              Удалить
            </Button>
          </>
        }
      >
        <div className="stack tight">
          <p className="small">
            <b>Секрет подписи</b>{' '}
            <span className="soft">
              выдан {moscowTime(new Date(webhook.secret_at))}, подпись в <code>X-Sverka-Signature</code>
            </span>
          </p>
          <p className="value">
            <code>{webhook.secret}</code>
            <Button kind="quiet" size="s" onClick={() => renewSecret(webhook)}>
              Новый секрет
            </Button>
          </p>
        </div>
      </WebhookForm>
      <Deliveries webhook={webhook} log={log} />
    </section>
  )
}
