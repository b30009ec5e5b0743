import type { UserOrder, UsersAnswer, UsersQuery } from '#shared/contracts/admin/users.ts'
import type { Role } from '#shared/labels/roles.ts'
import { createList } from '#site/features/admin/parts/list-store.ts'
import { USERS_PATH } from './user-acts.ts'

export type UserFilter = {
  search: string
  role: Role | ''
  state: UsersQuery['state']
  sort: UserOrder | `-${UserOrder}`
}

export const users = createList<UserFilter, UsersAnswer>(
  USERS_PATH,
  { search: '', role: '', state: '', sort: 'id' },
  { users: [{ id: 0, username: '', role: '', requests_count: 0 }], total: 0 }
)

/** Puts the list in order by a column; by the same one again the other way round. */
export const sortBy = (order: UserOrder): void =>
  users.filter({ sort: users.$filter.get().sort === order ? `-${order}` : order })
