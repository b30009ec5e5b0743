import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { poll } from '#site/lib/poll.ts'
import { Health } from './Health.tsx'
import { PaymentList } from './PaymentList.tsx'
import { health, loadAll, review } from './payments-store.ts'
import { Reconciliation } from './Reconciliation.tsx'
import { Review } from './Review.tsx'

const REFRESH_MS = 30_000

export const PaymentsPage = () => (
  <AdminShell section="payments">
    <Payments />
  </AdminShell>
)

function Payments() {
  useEffect(() => {
    loadAll()
    let isFirst = true
    return poll(async () => {
      if (!isFirst) await Promise.all([health.refresh(), review.refresh()])
      isFirst = false
      return REFRESH_MS
    })
  }, [])
  return (
    <div className="stack loose">
      <SectionTitle>{sectionTitle('payments')}</SectionTitle>
      <Review load={useStore(review.$load)} />
      <PaymentList />
      <Health load={useStore(health.$load)} />
      <Reconciliation load={useStore(health.$load)} />
    </div>
  )
}
