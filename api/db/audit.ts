import type { SQL } from 'bun'
import { and, eq, isNull, sql as text } from 'drizzle-orm'
import { Refusal } from '#api/lib/refusal.ts'
import type { AuditAct } from '#shared/labels/audit-acts.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { type Orm, orm } from './orm.ts'
import { auditEvents, users } from './schema/index.ts'

export type AuditEntry = Omit<Partial<typeof auditEvents.$inferInsert>, 'action'> & { action: AuditAct }

export interface Actor {
  actorId: number
  ipPrefix: string | null
}

/** Writes an audit row in the caller's transaction; defaults to a person on the site. */
export async function noteAct(orm: Pick<Orm, 'insert'>, entry: AuditEntry): Promise<void> {
  await orm.insert(auditEvents).values({ actorKind: 'user', via: 'ui', ...entry })
}

/**
 * Checks the role again in the transaction, because it may have changed since the call came.
 * @throws Refusal `FORBIDDEN`.
 */
export async function requireAdmin(tx: Pick<Orm, '$count'>, actorId: number): Promise<void> {
  const isActor = and(eq(users.id, actorId), eq(users.role, ROLE_ADMIN), isNull(users.blockedAt))
  if ((await tx.$count(users, isActor)) === 0) throw new Refusal('FORBIDDEN')
}

/** Writes an administrator's act in its transaction. @throws Refusal as `requireAdmin`. */
export async function noteAdminAct(
  tx: Pick<Orm, 'insert' | '$count'>,
  entry: AuditEntry & Actor
): Promise<void> {
  await requireAdmin(tx, entry.actorId)
  await noteAct(tx, entry)
}

/** Removes up to `most` old rows (`functions/forget_audit.sql`) and returns how many. */
export async function forgetAudit(owner: SQL, days: number, most: number): Promise<number> {
  const rows = await orm(owner).execute<{ removed: number }>(
    text`SELECT forget_audit(${days}, ${most}) AS removed`
  )
  return rows[0]?.removed ?? 0
}
