import { useEffect } from 'react'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { ROLES } from '#shared/labels/all-roles.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { FilteredList } from '#site/features/admin/parts/FilteredList.tsx'
import { UserTable, WaitingUsers } from './UserTable.tsx'
import { users } from './users-store.ts'

export const UsersPage = () => (
  <AdminShell section="users">
    <Users />
  </AdminShell>
)

const FILTER_TEXTS = {
  name: 'user',
  label: 'Найти пользователя',
  placeholder: 'Имя пользователя, номер или Chat ID',
  choices: [
    {
      field: 'role',
      label: 'Роль',
      all: 'Все роли',
      options: ROLES.map(role => ({ value: role, title: role }))
    },
    {
      field: 'state',
      label: 'Доступ',
      all: 'Любой доступ',
      options: [
        { value: 'active', title: 'Не заблокированные' },
        { value: 'blocked', title: 'Заблокированные' }
      ]
    }
  ]
} as const

function Users() {
  useEffect(() => {
    users.load()
  }, [])
  return (
    <div className="stack">
      <SectionTitle>{sectionTitle('users')}</SectionTitle>
      <FilteredList
        label="Список пользователей"
        list={users}
        filterTexts={FILTER_TEXTS}
        rows={answer => answer.users}
        waiting={<WaitingUsers />}
        noneFits="Никто не подходит"
      >
        {rows => <UserTable rows={rows} />}
      </FilteredList>
    </div>
  )
}
