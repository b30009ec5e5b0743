import type { AdminPayment } from '#shared/contracts/admin/payments.ts'
import { openDialog } from '#site/features/admin/parts/dialog-store.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { oddityText } from '#site/lib/payment-oddity.ts'
import { formatUsd, shortId } from '#site/lib/payment-text.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconCheck, IconTrash } from '#site/ui/icons/acts.ts'
import { IconInfoCircle } from '#site/ui/icons/messages.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { deletePayment, NO_USER } from './payments-store.ts'
import { StatusBadge } from './StatusBadge.tsx'

/** Words of ours are short: none breaks in the middle, as a name of a user may. */
const OWN_WORDS = { overflowWrap: 'break-word' } as const

const COLUMNS: readonly Column[] = [
  { title: 'Пользователь' },
  { title: 'USD', num: true },
  { title: 'Пришло', num: true, hide: 'mid' },
  { title: 'Зачислено', num: true, hide: 'mid' },
  { title: 'Статус', hide: 'mid' },
  { title: 'Создан', hide: 'mid' },
  { title: 'Истекает', hide: 'mid' },
  { title: 'Действия', silent: true }
]

const askToConfirm = (payment: AdminPayment) =>
  openDialog(async () => {
    const { ConfirmPayment } = await import('./ConfirmPayment.tsx')
    return <ConfirmPayment payment={payment} />
  })

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

interface PaymentRowProps {
  payment: AdminPayment
  onOpen: (payment: AdminPayment) => void
}

function PaymentRow({ payment, onOpen }: PaymentRowProps) {
  const { id, username, status, created_at_moscow, expires_at_moscow } = payment
  const number = shortId(id)
  const oddity = oddityText(payment)
  const received = formatUsd(payment.received_amount_usdt)
  const credited = formatCount(payment.used_requests)
  return (
    <tr>
      <th scope="row">
        {username === null ? (
          <span className="muted">{NO_USER}</span>
        ) : (
          <a href={`/admin/user?id=${payment.user_id}`}>{username}</a>
        )}
        <br />
        <code className="soft">{number}</code>
        <small className="slim" style={OWN_WORDS}>
          <StatusBadge status={status} /> {oddity && `${oddity}, `}
          пришло {received}, зачислено {credited}, {created_at_moscow}
        </small>
      </th>
      <td className="num">{formatUsd(payment.amount_usd)}</td>
      <td className="num mid">{received}</td>
      <td className="num mid">{credited}</td>
      <td className="mid">
        <StatusBadge status={status} />
        {oddity && <small style={OWN_WORDS}> {oddity}</small>}
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
            onClick={() => askToConfirm(payment)}
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
        {['num mid', 'num mid soft', 'mid', 'mid nowrap', 'mid nowrap soft'].map(name => (
          <td className={name} key={name}>
            <Skeleton chars={10} />
          </td>
        ))}
        <td className="acts" />
      </tr>
    ))}
  </Table>
)
