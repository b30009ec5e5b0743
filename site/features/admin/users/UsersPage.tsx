import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UsersAnswer } from '#shared/contracts/admin-users.ts'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { ROLES } from '#shared/labels/all-roles.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { Failure } from '#site/features/admin/parts/Failure.tsx'
import { ListPager } from '#site/features/admin/parts/ListPager.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Affix } from '#site/ui/form/Affix.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'
import { UserTable, WaitingUsers } from './UserTable.tsx'
import { type UserFilter, users } from './users-store.ts'

export const UsersPage = () => (
  <AdminShell>
    <Users />
  </AdminShell>
)

function Users() {
  const load = useStore(users.$load)
  useEffect(() => {
    users.load()
  }, [])
  return (
    <div className="stack">
      <SectionTitle>{sectionTitle('users')}</SectionTitle>
      <section className="card flush" aria-label="Список пользователей">
        <FilterBar />
        {load.step === 'loading' && <WaitingUsers />}
        {load.step === 'failed' && <Failure text={load.text} onRetry={users.load} />}
        {load.step === 'ready' && <Page {...load.data} />}
      </section>
    </div>
  )
}

function FilterBar() {
  const { search, role } = useStore(users.$filter)
  return (
    <header className="row">
      <div className="grow">
        <label className="sr" htmlFor="user-search">
          Найти пользователя
        </label>
        <Affix
          icon={IconSearch}
          id="user-search"
          type="search"
          placeholder="Имя пользователя, номер или Chat ID"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={event => users.filter({ search: event.target.value })}
        />
      </div>
      <label className="sr" htmlFor="user-role">
        Роль
      </label>
      <Select
        className="auto"
        id="user-role"
        value={role}
        onChange={event => users.filter({ role: event.target.value as UserFilter['role'] })}
      >
        <option value="">Все роли</option>
        {ROLES.map(each => (
          <option key={each}>{each}</option>
        ))}
      </Select>
    </header>
  )
}

function Page({ users: rows, total }: UsersAnswer) {
  const { page } = useStore(users.$filter)
  if (total === 0) {
    return (
      <Empty icon={IconSearch} title="Никто не подходит" as="h2">
        <Button size="s" onClick={users.drop}>
          Сбросить фильтр
        </Button>
      </Empty>
    )
  }
  return (
    <>
      <UserTable rows={rows} />
      <ListPager rows={rows.length} total={total} page={page} onPage={next => users.filter({ page: next })} />
    </>
  )
}
