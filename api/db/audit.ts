import type { Orm } from './orm.ts'
import { auditEvents } from './schema/index.ts'

/** The other columns of the audit: `api/db/schema/credits.ts`. */
export type AuditEntry = Partial<typeof auditEvents.$inferInsert> &
  Pick<typeof auditEvents.$inferInsert, 'action'>

/** Writes an audit row in the caller's transaction, by default of a person on the site. */
export async function noteAct(orm: Pick<Orm, 'insert'>, entry: AuditEntry): Promise<void> {
  await orm.insert(auditEvents).values({ actorKind: 'user', via: 'ui', ...entry })
}
