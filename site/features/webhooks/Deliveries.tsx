import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Webhook, WebhookDelivery } from '#shared/contracts/profile.ts'
import { WEBHOOK_EVENTS, WEBHOOK_FAILURES, WEBHOOK_PING } from '#shared/labels/webhooks.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { DELIVERY_STATES } from '#shared/texts/webhooks.ts'
import { formatRecent } from '#site/lib/format-time.ts'
import type { LoadStore } from '#site/lib/load-store.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { isTried, sendNow } from './webhooks-store.ts'

type Log = LoadStore<WebhookDelivery[]>

const TONES = { waiting: 'ochre', delivered: 'moss', failed: 'red' } as const
const SECOND_MS = 1_000

/** What was sent to an address lately. */
export function Deliveries({ webhook, log }: { webhook: Webhook; log: Log }) {
  const load = useStore(log.$load)
  useEffect(() => {
    log.load()
  }, [log])
  return (
    <section className="stack tight small">
      <h3>Последние отправки</h3>
      {load.step === 'failed' && <p className="small soft">{load.text}</p>}
      {load.step === 'ready' && load.data.length === 0 && <p className="small soft">Отправок пока нет</p>}
      {load.step === 'ready' && load.data.length > 0 && (
        <Rows>
          {load.data.map(delivery => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              onSend={() => sendNow(webhook, log, delivery)}
            />
          ))}
        </Rows>
      )}
    </section>
  )
}

function DeliveryRow({ delivery, onSend }: { delivery: WebhookDelivery; onSend(): void }) {
  const { event, created_at, state } = delivery
  const title = event === WEBHOOK_PING ? 'Проверка' : WEBHOOK_EVENTS[event]
  return (
    <li className="row">
      <Badge tone={TONES[state]}>{DELIVERY_STATES[state]}</Badge>
      <span className="soft">
        {title}, {formatRecent(moscowTime(new Date(created_at)), new Date())}
      </span>
      <span className="soft">{answerWords(delivery)}</span>
      <span className="push">
        <Button
          kind="quiet"
          size="s"
          label={`${state === 'waiting' ? 'Отправить сейчас' : 'Повторить'}: ${title}`}
          onClick={onSend}
        >
          {state === 'waiting' ? 'Отправить сейчас' : 'Повторить'}
        </Button>
      </span>
    </li>
  )
}

/** «200 за 0,3 с», «ответ с ошибкой, 500; повтор 28.11.2026 18:02». */
function answerWords(delivery: WebhookDelivery): string {
  const { failure, status, took_ms, next_at, state } = delivery
  if (!isTried(delivery)) return ''
  if (failure === null) return `${status} за ${seconds(took_ms ?? 0)} с`
  const words = status === null ? WEBHOOK_FAILURES[failure] : `${WEBHOOK_FAILURES[failure]}, ${status}`
  return state === 'waiting' && next_at ? `${words}; повтор ${moscowTime(new Date(next_at))}` : words
}

const seconds = (ms: number) => (ms / SECOND_MS).toLocaleString('ru-RU', { maximumFractionDigits: 1 })
