import { useStore } from '@nanostores/react'
import type { AdminPayment, AdminPayments } from '#shared/contracts/admin/payments.ts'
import type { UserAnswer } from '#shared/contracts/admin/users.ts'
import { ListPager } from '#site/features/admin/parts/ListPager.tsx'
import { WaitingRows } from '#site/features/admin/parts/WaitingRows.tsx'
import { StatusBadge } from '#site/features/admin/payments/StatusBadge.tsx'
import { formatCount } from '#site/lib/numbers.ts'
import { formatUsd, shortId } from '#site/lib/payment-text.ts'
import { Card } from '#site/ui/Card.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { payments } from './user-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Платёж' },
  { title: 'Статус', hide: 'mid' },
  { title: 'Сумма, USD', num: true },
  { title: 'Пришло, USDT', num: true, hide: 'low' },
  { title: 'Зачислено', num: true }
]

/** What a user paid, newest first, and in all. */
export function UserPayments({ paid }: Pick<UserAnswer, 'paid'>) {
  const load = useStore(payments.$load)
  const sums = `на ${formatUsd(paid.total_spent_usd)} USD, зачислено ${formatCount(paid.total_requests_purchased)}`
  return (
    <Card
      flush
      title="Платежи"
      action={paid.total_payments > 0 && <span className="small muted">{sums}</span>}
    >
      {load.step === 'loading' && <WaitingRows columns={COLUMNS} />}
      {load.step === 'failed' && <Failure text={load.text} onRetry={payments.load} />}
      {load.step === 'ready' && <Payments {...load.data} />}
    </Card>
  )
}

function Payments({ payments: rows, total }: AdminPayments) {
  const { page } = useStore(payments.$filter)
  if (total === 0) return <p className="pad soft">Платежей не было.</p>
  return (
    <>
      <SkipList count={rows.length} label="Пропустить платежи">
        <Table columns={COLUMNS}>
          {rows.map(payment => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </Table>
      </SkipList>
      <ListPager
        label="Страницы платежей"
        rows={rows.length}
        total={total}
        page={page}
        onPage={next => payments.filter({ page: next })}
      />
    </>
  )
}

const PaymentRow = ({ payment }: { payment: AdminPayment }) => (
  <tr>
    <th scope="row">
      <code>{shortId(payment.id)}</code>
      <br />
      <small>{payment.created_at_moscow}</small>
      <small className="slim">
        <StatusBadge status={payment.status} />
      </small>
    </th>
    <td className="mid">
      <StatusBadge status={payment.status} />
    </td>
    <td className="num">{formatUsd(payment.amount_usd)}</td>
    <td className="num low">{formatUsd(payment.received_amount_usdt)}</td>
    <td className="num">{formatCount(payment.used_requests)}</td>
  </tr>
)
