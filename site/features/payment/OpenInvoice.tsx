import { useCallback, useState } from 'react'
import type { Payment, PaymentNetwork } from '#shared/contracts/payments.ts'
import { counted } from '#site/lib/numbers.ts'
import { formatUsd, REQUESTS, usdtText } from '#site/lib/payment-text.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronRight } from '#site/ui/icons/acts.ts'
import { Qr } from '#site/ui/Qr.tsx'
import { Value } from '#site/ui/Value.tsx'
import { Countdown } from './Countdown.tsx'
import { cancelPayment } from './payment-store.ts'
import {
  canCancel,
  confirmationsText,
  dueAmount,
  isConfirming,
  networkTrouble,
  openText,
  plainAmount,
  untilText,
  waitText
} from './payment-view.ts'
import { serverNow } from './server-clock.ts'

interface OpenInvoiceProps {
  payment: Payment
  network: PaymentNetwork | undefined
}

/** What to pay, where and until when, and how far the money has come. */
export function OpenInvoice({ payment, network }: OpenInvoiceProps) {
  const { expires_at } = payment
  const [endedAt, setEnded] = useState<string>()
  const end = useCallback(() => setEnded(expires_at), [expires_at])
  // A part that comes in time makes the time longer.
  const isOver = endedAt === expires_at || Date.parse(expires_at) <= serverNow()
  const isPart = dueAmount(payment) < payment.expected_amount_usdt
  const trouble = networkTrouble(network)
  const until = untilText(payment.expires_moscow_str, payment.created_moscow_str)
  return (
    <>
      <div className="invoice">
        <Qr label="QR-код с адресом для оплаты" text={payment.payment_uri} />
        <div className="stack">
          <div className="row apart">
            <div>
              <p className="due">{usdtText(dueAmount(payment))}</p>
              <p className="small soft">
                {isPart
                  ? `осталось доплатить; всего ${usdtText(payment.expected_amount_usdt)} за `
                  : `${formatUsd(payment.amount_usd)} USD, это `}
                {counted(payment.credits, REQUESTS)}
              </p>
            </div>
            <Countdown key={expires_at} until={expires_at} note={`${until} по Москве`} onEnd={end} />
          </div>
          <dl className="stack tight">
            <Row name="Сеть">
              {payment.network_title}
              {network && <small>токен USDT, знаков после запятой: {network.decimals}</small>}
            </Row>
            <Row name="Адрес">
              <Value label="Скопировать адрес">{payment.generated_address}</Value>
            </Row>
            <Row name={isPart ? 'Осталось доплатить' : 'Сумма'}>
              <Value label="Скопировать сумму">{plainAmount(dueAmount(payment))}</Value>
              <small>Должна прийти вся сумма: комиссию биржи добавьте к ней.</small>
            </Row>
          </dl>
          <div className="stack tight">
            <p role="status">{openText(payment, isOver)}</p>
            {isConfirming(payment) && <Confirmations payment={payment} network={network} />}
          </div>
          {trouble && <Banner tone="ochre">{trouble}</Banner>}
        </div>
      </div>
      <hr className="gap" />
      <details>
        <summary>
          <Icon of={IconChevronRight} turn />
          Если пришло меньше, больше или позже срока
        </summary>
        <p>
          Недостающую сумму можно дослать на тот же адрес до окончания срока. Лишнее и опоздавшее в течение 7
          дней зачисляется по тому же курсу. Позже напишите администратору и назовите номер счёта.
        </p>
      </details>
      {canCancel(payment) && (
        <>
          <hr className="gap" />
          <p className="row">
            <Button kind="danger" size="s" onClick={() => cancelPayment(payment)}>
              Отменить счёт
            </Button>
          </p>
        </>
      )}
    </>
  )
}

const Row = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt className="small muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Confirmations = ({ payment, network }: OpenInvoiceProps) => (
  <>
    <p className="row apart small">
      <span>{confirmationsText(payment)}</span>
      <span className="muted">{waitText(payment, network)}</span>
    </p>
    <progress
      className="progress"
      value={payment.confirmations}
      max={payment.required_confirmations}
      aria-label="Подтверждения"
    />
  </>
)
