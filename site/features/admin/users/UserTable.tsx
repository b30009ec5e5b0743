import { useStore } from '@nanostores/react'
import type { ListedUser, UserOrder } from '#shared/contracts/admin-users.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { RowAct } from '#site/features/admin/parts/RowAct.tsx'
import { WaitingRows } from '#site/features/admin/parts/WaitingRows.tsx'
import { formatCount } from '#site/lib/numbers.ts'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { IconKey, IconPencil } from '#site/ui/icons/admin.ts'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { openEdit, openPassword } from './OpenUserDialog.tsx'
import { BalanceText, RoleBadge } from './UserWords.tsx'
import { deleteUser } from './user-acts.ts'
import { sortBy, users } from './users-store.ts'

const COLUMNS: readonly (Column & { order?: UserOrder })[] = [
  { title: 'Номер', num: true, hide: 'mid', order: 'id' },
  { title: 'Имя', order: 'username' },
  { title: 'Роль', hide: 'mid', order: 'role' },
  { title: 'Запросов', num: true, order: 'requests_count' },
  { title: 'Токенов', num: true, hide: 'mid' },
  { title: 'Chat ID', hide: 'mid' },
  { title: 'Создан', hide: 'mid', order: 'created_at' },
  { title: 'Действия', silent: true }
]

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
  const { id, username, role, token_count, telegram_chat_id, created_at } = user
  return (
    <tr>
      <td className="num mid muted">{id}</td>
      <th scope="row">
        <a href={`/admin/user?id=${id}`}>{username}</a>
        <small className="slim">{role}</small>
      </th>
      <td className="mid">
        <RoleBadge role={role} />
      </td>
      <td className="num">
        <BalanceText user={user} />
      </td>
      <td className="num mid">{formatCount(token_count)}</td>
      <td className="mid soft">{telegram_chat_id ?? <span className="muted">нет</span>}</td>
      <td className="mid nowrap soft">{moscowTime(new Date(created_at)).split(' ')[0]}</td>
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
