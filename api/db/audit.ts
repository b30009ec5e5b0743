import type { Orm } from './orm.ts'
import { auditEvents } from './schema/index.ts'

/** What somebody did, for the audit. The rest of its columns is as `api/db/schema/credits.ts` says. */
export type Act = Partial<typeof auditEvents.$inferInsert> & Pick<typeof auditEvents.$inferInsert, 'action'>

/** Writes an audit row, in the caller's transaction; a person's on the site unless it says otherwise. */
export async function noteAct(orm: Pick<Orm, 'insert'>, act: Act): Promise<void> {
  await orm.insert(auditEvents).values({ actorKind: 'user', via: 'ui', ...act })
}
