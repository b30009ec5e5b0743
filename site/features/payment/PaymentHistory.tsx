import { type MouseEvent, useState } from 'react'
import { PAYMENTS_SHOWN } from '#shared/constants.ts'
import type { Payment } from '#shared/contracts/payments.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { counted, formatCount } from '#site/lib/numbers.ts'
import { oddityText } from '#site/lib/payment-oddity.ts'
import { formatUsd, REQUESTS, shortId } from '#site/lib/payment-text.ts'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconHistory } from '#site/ui/icons/places.ts'
import { SaveWorkbook } from '#site/ui/SaveWorkbook.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { chooseInvoice, INVOICE_ID } from './payment-store.ts'
import { untilText } from './payment-view.ts'
import { Status } from './Status.tsx'

const COLUMNS: readonly Column[] = [
  { title: 'Номер' },
  { title: 'USD', num: true },
  { title: 'Статус' },
  { title: 'Запросов', num: true, hide: 'mid' },
  { title: 'Создан', hide: 'mid' }
]

export const PaymentHistory = ({ all }: { all: readonly Payment[] }) => (
  <Card
    flush
    title="История платежей"
    action={
      <div className="row">
        <p className="small muted">время московское</p>
        {all.length > 0 && <SaveWorkbook file="platezhi" sheets={() => savedSheets(all)} />}
      </div>
    }
  >
    <Payments all={all} />
  </Card>
)

const savedSheets = async (all: readonly Payment[]) => {
  const { paymentsSheet } = await loadCode(() => import('./payments-sheet.ts'))
  return [paymentsSheet(all)]
}

function Payments({ all }: { all: readonly Payment[] }) {
  const [isWhole, setWhole] = useState(false)
  if (all.length === 0) {
    return (
      <Empty icon={IconHistory} title="Платежей пока нет">
        <p>Здесь появятся ваши счета и то, что по ним зачислено.</p>
      </Empty>
    )
  }
  const shown = isWhole ? all : all.slice(0, PAYMENTS_SHOWN)
  return (
    <>
      <Table columns={COLUMNS}>
        {shown.map(payment => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </Table>
      {all.length > PAYMENTS_SHOWN && (
        <p className="pager">
          <span>
            Показано {formatCount(shown.length)} из {formatCount(all.length)}
          </span>
          <Button kind="quiet" size="s" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Показать последние ${PAYMENTS_SHOWN}` : 'Показать все'}
          </Button>
        </p>
      )}
    </>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { status, created_moscow_str: created, expires_moscow_str: expires } = payment
  const time = status === 'pending' ? `${created}, ${untilText(expires, created)}` : created
  const requests = status === 'pending' ? payment.credits : payment.used_requests
  const oddity = oddityText(payment)
  // Without a step in the history of the browser.
  const open = (event: MouseEvent) => {
    event.preventDefault()
    chooseInvoice(payment.id)
    // Where it is shown already, nothing is drawn anew that could take the focus.
    document.getElementById(INVOICE_ID)?.focus()
  }
  return (
    <tr>
      <th scope="row">
        <a href={`#${INVOICE_ID}`} aria-label={`Открыть счёт ${shortId(payment.id)}`} onClick={open}>
          <code>{shortId(payment.id)}</code>
        </a>
        <small className="slim">{time}</small>
      </th>
      <td className="num">{formatUsd(payment.amount_usd)}</td>
      <td>
        <Status payment={payment} />
        {oddity && <small> {oddity}</small>}
        {requests > 0 && <small className="slim">{counted(requests, REQUESTS)}</small>}
      </td>
      <td className={payment.used_requests > 0 ? 'num mid' : 'num mid muted'}>{formatCount(requests)}</td>
      <td className="mid nowrap soft">{time}</td>
    </tr>
  )
}
