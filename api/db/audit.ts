import type { SQL } from 'bun'
import { and, eq, isNull, sql as text } from 'drizzle-orm'
import { Refusal } from '#api/lib/refusal.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { type Orm, orm } from './orm.ts'
import { auditEvents, users } from './schema/index.ts'

/** The other columns of the audit: `api/db/schema/credits.ts`. */
export type AuditEntry = Partial<typeof auditEvents.$inferInsert> &
  Pick<typeof auditEvents.$inferInsert, 'action'>

/** Who does something, as the audit notes them. */
export interface Actor {
  actorId: number
  ipPrefix: string | null
}

/** Writes an audit row in the caller's transaction, by default of a person on the site. */
export async function noteAct(orm: Pick<Orm, 'insert'>, entry: AuditEntry): Promise<void> {
  await orm.insert(auditEvents).values({ actorKind: 'user', via: 'ui', ...entry })
}

/**
 * Who was an administrator when the call came may be none any more when it is acted on, after a slow body or a hash: the act
 * then goes back with its transaction.
 *
 * @throws Refusal `FORBIDDEN`.
 */
export async function requireAdmin(tx: Pick<Orm, '$count'>, actorId: number): Promise<void> {
  const isActor = and(eq(users.id, actorId), eq(users.role, ROLE_ADMIN), isNull(users.blockedAt))
  if ((await tx.$count(users, isActor)) === 0) throw new Refusal('FORBIDDEN')
}

/**
 * Writes an audit row of an administrator's act in its transaction.
 *
 * @throws Refusal as `requireAdmin`.
 */
export async function noteAdminAct(
  tx: Pick<Orm, 'insert' | '$count'>,
  entry: AuditEntry & Actor
): Promise<void> {
  await requireAdmin(tx, entry.actorId)
  await noteAct(tx, entry)
}

/** Removes rows older than so many days (`functions/forget_audit.sql`), at most `most`; says how many. */
export async function forgetAudit(owner: SQL, days: number, most: number): Promise<number> {
  const rows = await orm(owner).execute<{ removed: number }>(
    text`SELECT forget_audit(${days}, ${most}) AS removed`
  )
  return rows[0]?.removed ?? 0
}
