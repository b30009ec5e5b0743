import type { MessengerPool } from '#shared/contracts/messengers.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconSend } from '#site/ui/icons/admin.ts'
import { IconAlertTriangle } from '#site/ui/icons/states.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { Stat } from '#site/ui/Stat.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'

const COUNTS = [
  ['Всего аккаунтов', 'total_accounts'],
  ['Действуют', 'active_accounts'],
  ['Ограничены', 'limited_accounts']
] as const

/** How many accounts there are, and the service's own warning when few are left. */
export const Counts = ({ pool }: { pool: MessengerPool }) => (
  <>
    {pool.is_nearly_empty && (
      <Banner tone="ochre" icon={IconAlertTriangle}>
        {pool.warning_message ?? 'Аккаунты почти закончились'}
      </Banner>
    )}
    <dl className="grid">
      {COUNTS.map(([label, name]) => (
        <Stat key={name} label={label} value={formatCount(pool[name])} />
      ))}
    </dl>
  </>
)

const COLUMNS: readonly Column[] = [
  { title: 'Папка' },
  { title: 'Файлов сеанса', num: true },
  { title: 'Настройки JSON' }
]

interface AccountsProps {
  title: string
  accounts: MessengerPool['accounts_list']
}

export const Accounts = ({ title, accounts }: AccountsProps) => (
  <Card flush title={title} action={<span className="small muted">{formatCount(accounts.length)}</span>}>
    {accounts.length === 0 ? (
      <Empty icon={IconSend} title="Таких аккаунтов нет" />
    ) : (
      <Table columns={COLUMNS}>
        {accounts.map(({ folder, session_files, has_json }) => (
          <tr key={folder}>
            <th scope="row">
              <code>{folder}</code>
            </th>
            <td className="num">{formatCount(session_files)}</td>
            <td>{has_json ? <Badge tone="moss">есть</Badge> : <Badge>нет</Badge>}</td>
          </tr>
        ))}
      </Table>
    )}
  </Card>
)

export const WaitingPool = () => (
  <dl className="grid">
    {COUNTS.map(([label, name]) => (
      <Stat key={name} label={label} value={<Skeleton chars={3} />} busy />
    ))}
  </dl>
)
