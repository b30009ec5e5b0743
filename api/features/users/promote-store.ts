import type { SQL } from 'bun'
import { eq, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { sessions, users } from '#api/db/schema/index.ts'
import type { Role } from '#shared/labels/roles.ts'
import { usernameKeyOf } from './store.ts'

/** Sets a role and perhaps a password, which ends sessions; unblocks. @returns False for an unknown name. */
export async function promoteUser(
  sql: SQL,
  change: { username: string; role: Role; passwordHash: string | null }
): Promise<boolean> {
  const { username, role, passwordHash } = change
  return await orm(sql).transaction(async tx => {
    const [old] = await tx
      .select({ id: users.id, role: users.role })
      .from(users)
      .where(eq(users.usernameKey, usernameKeyOf(username)))
      .for('no key update')
    if (!old) return false
    await tx
      .update(users)
      .set({
        role,
        passwordHash: passwordHash ?? text`${users.passwordHash}`,
        blockedAt: null,
        blockedReason: null
      })
      .where(eq(users.id, old.id))
    if (passwordHash !== null) await tx.delete(sessions).where(eq(sessions.userId, old.id))
    const act = { actorKind: 'system', actorId: old.id, via: 'command', action: 'admin_promote' as const }
    await noteAct(tx, { ...act, detail: { before: old.role, after: role } })
    return true
  })
}
