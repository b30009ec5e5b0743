import type { AdminPayment } from '#shared/contracts/payments-admin.ts'
import { PAYMENT_STATUSES, PENDING_SHORT } from '#shared/labels/payments.ts'
import { oddityText } from '#site/lib/payment-oddity.ts'
import { formatUsd, STATUS_TONES, shortId } from '#site/lib/payment-text.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconCheck, IconTrash } from '#site/ui/icons/acts.ts'
import { IconInfoCircle } from '#site/ui/icons/messages.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { confirmPayment, deletePayment, NO_USER } from './payments-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Пользователь' },
  { title: 'USD', num: true },
  { title: 'Статус', hide: 'mid' },
  { title: 'Номер', hide: 'mid' },
  { title: 'Создан', hide: 'mid' },
  { title: 'Истекает', hide: 'mid' },
  { title: 'Действия', silent: true }
]

interface PaymentTableProps {
  rows: readonly AdminPayment[]
  onOpen: (payment: AdminPayment) => void
}

export const PaymentTable = ({ rows, onOpen }: PaymentTableProps) => (
  <SkipList count={rows.length} label="Пропустить список платежей">
    <Table columns={COLUMNS}>
      {rows.map(payment => (
        <PaymentRow key={payment.id} payment={payment} onOpen={onOpen} />
      ))}
    </Table>
  </SkipList>
)

/** An administrator's word for a status; one of a later release is shown as it came. */
export const StatusBadge = ({ status }: Pick<AdminPayment, 'status'>) => (
  <Badge tone={STATUS_TONES[status]}>
    {status === 'pending' ? PENDING_SHORT : (PAYMENT_STATUSES[status] ?? status)}
  </Badge>
)

interface PaymentRowProps {
  payment: AdminPayment
  onOpen: (payment: AdminPayment) => void
}

function PaymentRow({ payment, onOpen }: PaymentRowProps) {
  const { id, username, status, created_at_moscow, expires_at_moscow } = payment
  const number = shortId(id)
  const oddity = oddityText(payment)
  return (
    <tr>
      <th scope="row">
        {username ?? <span className="muted">{NO_USER}</span>}
        <small className="slim">
          <StatusBadge status={status} /> {oddity && `${oddity}, `}
          <code>{number}</code>, {created_at_moscow}
        </small>
      </th>
      <td className="num">{formatUsd(payment.amount_usd)}</td>
      <td className="mid">
        <StatusBadge status={status} />
        {oddity && <small> {oddity}</small>}
      </td>
      <td className="mid nowrap">
        <code>{number}</code>
      </td>
      <td className="mid nowrap soft">{created_at_moscow}</td>
      <td className="mid nowrap soft">{expires_at_moscow}</td>
      <td className="acts">
        {status === 'pending' && username !== null && (
          <Button
            kind="quiet"
            size="s"
            shape="icon"
            label={`Подтвердить платёж ${number}`}
            onClick={() => confirmPayment(payment)}
          >
            <Icon of={IconCheck} />
          </Button>
        )}
        <Button
          kind="quiet"
          size="s"
          shape="icon"
          label={`Подробнее о платеже ${number}`}
          onClick={() => onOpen(payment)}
        >
          <Icon of={IconInfoCircle} />
        </Button>
        <Button
          kind="quiet"
          size="s"
          shape="icon"
          label={`Удалить платёж ${number}`}
          onClick={() => deletePayment(payment)}
        >
          <Icon of={IconTrash} />
        </Button>
      </td>
    </tr>
  )
}

const WAITING = [14, 10, 18, 12, 16, 9]

export const WaitingTable = () => (
  <Table columns={COLUMNS} busy>
    {WAITING.map(chars => (
      <tr key={chars}>
        <td>
          <Skeleton chars={chars} />
          <small className="slim">
            <Skeleton chars={30} />
          </small>
        </td>
        <td className="num">
          <Skeleton chars={5} />
        </td>
        {['mid', 'mid soft', 'mid nowrap', 'mid nowrap soft'].map(name => (
          <td className={name} key={name}>
            <Skeleton chars={10} />
          </td>
        ))}
        <td className="acts" />
      </tr>
    ))}
  </Table>
)
