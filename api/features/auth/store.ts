import type { SQL } from 'bun'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'

/** Notes a failed login. Nothing of what was typed is kept. */
export async function noteFailedLogin(
  sql: SQL,
  userId: number | null,
  ipPrefix: string | null
): Promise<void> {
  await noteAct(orm(sql), { actorId: userId, action: 'login_failed', ipPrefix })
}
