import type { SQL } from 'bun'
import { sql as text } from 'drizzle-orm'
import { type Orm, orm } from './orm.ts'
import { auditEvents } from './schema/index.ts'

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

/** Removes rows older than so many days (`forget_audit`, migration `keys_and_audit`), at most `most`; says how many. */
export async function forgetAudit(owner: SQL, days: number, most: number): Promise<number> {
  const rows = await orm(owner).execute<{ removed: number }>(
    text`SELECT forget_audit(${days}, ${most}) AS removed`
  )
  return rows[0]?.removed ?? 0
}
