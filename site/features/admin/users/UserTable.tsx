import { useStore } from '@nanostores/react'
import type { ListedUser, UserOrder } from '#shared/contracts/admin/users.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { RowAct } from '#site/features/admin/parts/RowAct.tsx'
import { WaitingRows } from '#site/features/admin/parts/WaitingRows.tsx'
import { formatCount } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { IconKey, IconPencil } from '#site/ui/icons/admin.ts'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { openEdit, openPassword } from './OpenUserDialog.tsx'
import { BalanceText, NO_LOGIN, RoleBadge } from './UserWords.tsx'
import { deleteUser } from './user-acts.ts'
import { sortBy, users } from './users-store.ts'

const COLUMNS: readonly (Column & { order?: UserOrder })[] = [
  { title: 'Номер', num: true, hide: 'mid', order: 'id' },
  { title: 'Имя', order: 'username' },
  { title: 'Роль', hide: 'mid', order: 'role' },
  { title: 'Запросов', num: true, order: 'requests_count' },
  { title: 'Токенов', num: true, hide: 'mid' },
  { title: 'Создан', hide: 'mid', order: 'created_at' },
  { title: 'Последний вход', hide: 'mid', order: 'last_login_at' },
  { title: 'Действия', silent: true }
]

const dayOf = (moment: string) => moscowTime(new Date(moment)).split(' ')[0]

export const WaitingUsers = () => <WaitingRows columns={COLUMNS} />

export function UserTable({ rows }: { rows: readonly ListedUser[] }) {
  const { sort } = useStore(users.$filter)
  const columns = COLUMNS.map(({ order, ...column }) => ({
    ...column,
    ...(order && { onSort: () => sortBy(order) }),
    ...(sort === order && { sort: 'ascending' as const }),
    ...(sort === `-${order}` && { sort: 'descending' as const })
  }))
  return (
    <SkipList count={rows.length} label="Пропустить список пользователей">
      <Table columns={columns}>
        {rows.map(user => (
          <UserRow key={user.id} user={user} />
        ))}
      </Table>
    </SkipList>
  )
}

function UserRow({ user }: { user: ListedUser }) {
  const { id, username, role, token_count, created_at, last_login_at, blocked_at } = user
  return (
    <tr>
      <td className="num mid muted">{id}</td>
      <th scope="row">
        <a href={`/admin/user?id=${id}`}>{username}</a> {blocked_at && <Badge tone="red">заблокирован</Badge>}
        <small className="slim" style={{ overflowWrap: 'break-word' }}>
          {role}, {last_login_at ? `последний вход ${dayOf(last_login_at)}` : NO_LOGIN}
        </small>
      </th>
      <td className="mid">
        <RoleBadge role={role} />
      </td>
      <td className="num">
        <BalanceText user={user} />
      </td>
      <td className="num mid">{formatCount(token_count)}</td>
      <td className="mid nowrap soft">{dayOf(created_at)}</td>
      <td className="mid nowrap soft">{last_login_at ? dayOf(last_login_at) : '—'}</td>
      <td className="acts">
        <RowAct
          icon={IconPencil}
          label={`Изменить ${username}`}
          onClick={() => openEdit(user, users.refresh)}
        />
        <RowAct
          icon={IconKey}
          label={`Сменить пароль ${username}`}
          onClick={() => openPassword(user, users.refresh)}
        />
        <RowAct
          icon={IconTrash}
          label={`Удалить ${username}`}
          onClick={() => deleteUser(user, users.refresh)}
        />
      </td>
    </tr>
  )
}
