import { Fragment, type ReactNode } from 'react'
import type { AdminPayment, PaymentTransfer } from '#shared/contracts/admin/payments.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { oddityText } from '#site/lib/payment-oddity.ts'
import { formatUsd, usdtText } from '#site/lib/payment-text.ts'
import { Copy } from '#site/ui/Copy.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { Value } from '#site/ui/Value.tsx'
import { NO_USER } from './payments-store.ts'
import { StatusBadge } from './StatusBadge.tsx'

interface PaymentDetailsProps {
  payment: AdminPayment
  onClose: () => void
}

/** All that is known of a payment, and what came to its address. */
export function PaymentDetails({ payment, onClose }: PaymentDetailsProps) {
  const { transaction_hash, admin_confirmed_by, confirm_reason, transfers } = payment
  const rows: [string, ReactNode][] = [
    [
      'Номер',
      <Value key="id" label="Скопировать номер">
        {payment.id}
      </Value>
    ],
    ['Пользователь', payment.username ?? NO_USER],
    ['Сумма', `${formatUsd(payment.amount_usd)} USD`],
    ['Ожидается', usdtText(payment.expected_amount_usdt)],
    ['Пришло', usdtText(payment.received_amount_usdt)],
    [
      'Статус',
      <Fragment key="status">
        <StatusBadge status={payment.status} /> {oddityText(payment)}
      </Fragment>
    ],
    ['Зачислено', creditedText(payment)],
    ['Сеть', payment.network_title],
    [
      'Адрес',
      <Value key="address" label="Скопировать адрес">
        {payment.generated_address}
      </Value>
    ],
    ...(transaction_hash
      ? ([
          [
            'Номер перевода',
            <Value key="hash" label="Скопировать номер перевода">
              {transaction_hash}
            </Value>
          ]
        ] satisfies [string, ReactNode][])
      : []),
    ...(admin_confirmed_by ? ([['Подтвердил', admin_confirmed_by]] satisfies [string, ReactNode][]) : []),
    ...(confirm_reason ? ([['Основание', confirm_reason]] satisfies [string, ReactNode][]) : []),
    ['Создан', payment.created_at_moscow],
    ['Истекает', payment.expires_at_moscow]
  ]
  return (
    <Dialog title="Платёж" onClose={onClose}>
      <dl className="pairs">
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {transfers.length > 0 && <Transfers transfers={transfers} />}
    </Dialog>
  )
}

/** «7 500 из 7 500, администратором 500». */
function creditedText({ used_requests, credits, admin_credited_requests: byAdmin }: AdminPayment): string {
  const text = `${formatCount(used_requests)} из ${formatCount(credits)}`
  return byAdmin > 0 ? `${text}, администратором ${formatCount(byAdmin)}` : text
}

const STATES: Record<PaymentTransfer['state'], string> = {
  seen: 'замечен, ещё не подтверждён',
  settled: 'подтверждён',
  orphaned: 'отозван сетью'
}

const Transfers = ({ transfers }: { transfers: readonly PaymentTransfer[] }) => (
  <section className="stack tight" aria-label="Переводы на адрес">
    <h3>Переводы на адрес</h3>
    <ul className="rows boxed">
      {transfers.map(({ id, amount_usdt, state, block_time, from_address, transaction_hash }) => (
        <li key={id}>
          <b>{usdtText(amount_usdt)}</b>, {STATES[state]}, {moscowTime(new Date(block_time))}
          <br />
          <small>
            от <Copy text={from_address} />
          </small>
          <br />
          <small>
            перевод <Copy text={transaction_hash} />
          </small>
        </li>
      ))}
    </ul>
  </section>
)
