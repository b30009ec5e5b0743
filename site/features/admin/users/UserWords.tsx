import type { ListedUser } from '#shared/contracts/admin/users.ts'
import { ROLE_ADMIN, ROLE_INFINITY, type Role } from '#shared/labels/roles.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'

export const NO_LOGIN = 'входов не было'

export const RoleBadge = ({ role }: { role: Role }) =>
  role === ROLE_ADMIN ? <Badge tone="petrol">{role}</Badge> : <Badge>{role}</Badge>

/** Who is never charged has no end of requests. */
export const BalanceText = ({ user }: { user: ListedUser }) =>
  user.role === ROLE_INFINITY ? (
    <span role="img" aria-label="без ограничений">
      ∞
    </span>
  ) : (
    formatCount(user.requests_count)
  )
