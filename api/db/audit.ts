import type { SQL } from 'bun'
import { and, eq, getTableColumns, isNull, sql as text } from 'drizzle-orm'
import { Refusal } from '#api/lib/refusal.ts'
import type { AuditAct } from '#shared/labels/audit-acts.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { type Orm, orm } from './orm.ts'
import { auditEvents, users } from './schema/index.ts'

type NewEvent = Omit<typeof auditEvents.$inferInsert, 'id' | 'xid' | 'at' | 'action'>
export type AuditEntry = Partial<NewEvent> & { action: AuditAct }

export interface Actor {
  actorId: number
  ipPrefix: string | null
}

/**
 * Writes an audit row in the caller's transaction; defaults to a person on the site. Names no column but those of the
 * entry: the application may not write number, transaction and time (`functions/grant_application.sql`).
 */
export async function noteAct(orm: Pick<Orm, 'execute'>, entry: AuditEntry): Promise<void> {
  const values: Record<string, unknown> = { actorKind: 'user', via: 'ui', ...entry }
  const stated = Object.entries(getTableColumns(auditEvents)).filter(([name]) => values[name] != null)
  const columns = stated.map(([, { name }]) => text.identifier(name))
  const written = stated.map(([name, column]) => text.param(values[name], column))
  await orm.execute(
    text`INSERT INTO ${auditEvents} (${text.join(columns, text`, `)}) VALUES (${text.join(written, text`, `)})`
  )
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
  tx: Pick<Orm, 'execute' | '$count'>,
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
