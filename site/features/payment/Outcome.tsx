import { Fragment } from 'react'
import type { Payment } from '#shared/contracts/payments.ts'
import { usdtText } from '#site/lib/payment-text.ts'
import type { Tone } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { outcomeText } from './payment-view.ts'

const toneOf = ({ status, used_requests, exception }: Payment): Tone | undefined => {
  if (exception === 'review') return 'ochre'
  if (used_requests > 0) return 'moss'
  return status === 'expired' ? 'ochre' : undefined
}

/** How a payment has ended, and what it was. */
export function Outcome({ payment }: { payment: Payment }) {
  const tone = toneOf(payment)
  const rows = [
    ['Сумма счёта', usdtText(payment.expected_amount_usdt)],
    ['Пришло', usdtText(payment.received_amount_usdt)],
    ['Сеть', payment.network_title],
    ['Адрес', payment.generated_address],
    ...(payment.transaction_hash ? [['Номер перевода', payment.transaction_hash]] : [])
  ]
  return (
    <div className="stack">
      <Banner {...(tone && { tone })}>
        {outcomeText(payment).map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Banner>
      <dl className="pairs">
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
