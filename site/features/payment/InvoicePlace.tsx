import { useStore } from '@nanostores/react'
import type { Payment } from '#shared/contracts/payments.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'

/** What draws an invoice and follows the payments; it is loaded for the first one. */
export const invoiceCode = createLoad(() => loadCode(() => import('./Invoice.tsx')))

export function InvoicePlace({ payment }: { payment: Payment }) {
  const code = useStore(invoiceCode.$load)
  if (code.step === 'loading') return <WaitingCard />
  if (code.step === 'ready') return <code.data.Invoice key={payment.id} payment={payment} />
  return <Failure text={code.text} onRetry={invoiceCode.load} />
}

/** Stands for a card of the page that is not known yet. */
export const WaitingCard = () => (
  <div className="card stack" aria-busy="true">
    {[20, 60, 70, 65, 40, 55].map(chars => (
      <p key={chars}>
        <Skeleton chars={chars} />
      </p>
    ))}
  </div>
)
