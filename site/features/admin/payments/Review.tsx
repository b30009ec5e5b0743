import type { ReviewList, ReviewTransfer } from '#shared/contracts/admin/payments.ts'
import type { Load } from '#site/lib/load-store.ts'
import { counted, formatCount } from '#site/lib/numbers.ts'
import { REQUESTS, shortId, usdtText } from '#site/lib/payment-text.ts'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { creditTransfer, dismissTransfer, NO_USER, review } from './payments-store.ts'

/** Money that no rule could credit: an administrator decides. Nothing is drawn while there is none. */
export function Review({ load }: { load: Load<ReviewList> }) {
  if (load.step === 'failed') {
    return <Failure text={`Деньги на проверке: ${load.text}`} onRetry={review.load} />
  }
  if (load.step === 'loading' || load.data.total === 0) return null
  const { transfers, total } = load.data
  return (
    <Card
      flush
      title="Деньги ждут решения"
      action={<span className="small muted">{formatCount(total)}</span>}
    >
      <Rows>
        {transfers.map(transfer => (
          <ReviewRow key={transfer.id} transfer={transfer} />
        ))}
      </Rows>
      {transfers.length < total && (
        <p className="pager">
          Показано {formatCount(transfers.length)}, сначала самые старые. Остальные появятся, когда вы решите
          эти.
        </p>
      )}
    </Card>
  )
}

const ReviewRow = ({ transfer }: { transfer: ReviewTransfer }) => (
  <li className="row apart">
    <div className="grow">
      <b>{usdtText(transfer.amount_usdt)}</b> {transfer.username ?? NO_USER}, счёт{' '}
      <code>{shortId(transfer.payment_id)}</code>
      <small>
        {' '}
        {transfer.reason_text}, {transfer.block_time_moscow}
      </small>
    </div>
    <div className="row">
      {transfer.username !== null && (
        <Button size="s" onClick={() => creditTransfer(transfer)}>
          Зачислить {counted(transfer.credits, REQUESTS)}
        </Button>
      )}
      <Button size="s" kind="danger" onClick={() => dismissTransfer(transfer)}>
        Не зачислять
      </Button>
    </div>
  </li>
)
