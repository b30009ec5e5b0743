import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Payment } from '#shared/contracts/payments.ts'
import { shortId } from '#site/lib/payment-text.ts'
import { OpenInvoice } from './OpenInvoice.tsx'
import { Outcome } from './Outcome.tsx'
import { $chosen, INVOICE_ID, terms } from './payment-store.ts'
import { Status } from './Status.tsx'

export { followPayments } from './follow-payments.ts'

/** A payment as one pays it. */
export function Invoice({ payment }: { payment: Payment }) {
  const { id, status } = payment
  const load = useStore(terms.$load)
  const networks = load.step === 'ready' ? load.data.networks : []
  const network = networks.find(({ key }) => key === payment.network)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if ($chosen.get() === id) heading.current?.focus()
  }, [id])
  return (
    <section className="card" aria-labelledby={INVOICE_ID}>
      <header className="row apart">
        <div>
          <h2 id={INVOICE_ID} tabIndex={-1} ref={heading}>
            Счёт {shortId(id)}
          </h2>
          <p className="small muted">создан {payment.created_moscow_str} по Москве</p>
        </div>
        <Status payment={payment} />
      </header>
      {status === 'pending' ? (
        <OpenInvoice payment={payment} network={network} />
      ) : (
        <Outcome payment={payment} />
      )}
    </section>
  )
}
