import type { Person } from './people.ts'
import type { TestApp } from './start-app.ts'

/** What the audit holds of an administrator's acts of a kind, in their order; on one user when given. */
export async function actsOf(
  { database }: Pick<TestApp, 'database'>,
  administrator: Person,
  action: string,
  userId?: number
): Promise<Record<string, unknown>[]> {
  const rows: { detail: Record<string, unknown> }[] = await database.owner`SELECT detail FROM audit_event
    WHERE actor_id = ${administrator.user.id} AND action = ${action} ORDER BY id`
  return rows.map(row => row.detail).filter(detail => userId === undefined || detail.user_id === userId)
}
