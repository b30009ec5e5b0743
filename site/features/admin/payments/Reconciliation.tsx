import { useState } from 'react'
import type { PaymentHealth } from '#shared/contracts/admin/payments.ts'
import type { Load } from '#site/lib/load-store.ts'
import { counted, type Forms, formatCount } from '#site/lib/numbers.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { reconcileNow } from './payments-store.ts'

const USERS: Forms = ['пользователь', 'пользователя', 'пользователей']
const PAYMENTS: Forms = ['платёж', 'платежа', 'платежей']
const ADDRESSES: Forms = ['адрес', 'адреса', 'адресов']

/** Whether the books agree with each other and with the chain, and whether administrators are told of payments. */
export function Reconciliation({ load }: { load: Load<PaymentHealth> }) {
  if (load.step === 'failed') return null
  return (
    <Card title="Сверка и уведомления" action={<ReconcileNow />}>
      <div className="stack tight">
        {load.step === 'ready' ? (
          <>
            <Books reconciliation={load.data.reconciliation} />
            <Notes notes={load.data.notes} />
          </>
        ) : (
          <>
            <p>
              <Skeleton chars={60} />
            </p>
            <p>
              <Skeleton chars={40} />
            </p>
          </>
        )}
      </div>
    </Card>
  )
}

function ReconcileNow() {
  const [isBusy, setBusy] = useState(false)
  async function reconcile() {
    setBusy(true)
    await reconcileNow()
    setBusy(false)
  }
  return (
    <Button size="s" busy={isBusy} onClick={reconcile}>
      Сверить сейчас
    </Button>
  )
}

function Books({ reconciliation }: Pick<PaymentHealth, 'reconciliation'>) {
  if (!reconciliation) return <p>Сверки ещё не было: она проходит раз в сутки.</p>
  const { at_moscow, is_clean, checked, findings } = reconciliation
  const scope = [
    counted(checked.users, USERS),
    counted(checked.payments, PAYMENTS),
    counted(checked.addresses, ADDRESSES)
  ].join(', ')
  return (
    <Banner tone={is_clean ? 'moss' : 'red'} isStill>
      <p>
        {at_moscow}: {is_clean ? 'журнал, балансы, переводы и сеть сходятся' : 'есть расхождения'}. Проверено:{' '}
        {scope}.
      </p>
      {findings.length > 0 && (
        <ul>
          {findings.map(finding => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
    </Banner>
  )
}

function Notes({ notes: { is_on, waiting, last_error } }: Pick<PaymentHealth, 'notes'>) {
  if (!is_on) return <p className="soft">Уведомления в Telegram выключены: не задан TELEGRAM_BOT_TOKEN.</p>
  return (
    <p className="soft">
      Уведомления в Telegram включены, ждут отправки: {formatCount(waiting)}.
      {last_error && ` Последняя ошибка: ${last_error}`}
    </p>
  )
}
