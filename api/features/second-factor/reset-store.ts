import type { SQL } from 'bun'
import { eq, sql as text } from 'drizzle-orm'
import { type Actor, noteAct, noteAdminAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { backupCodes, passkeys, totps, users } from '#api/db/schema/index.ts'
import { lockAccount } from './store.ts'

type Tx = Pick<Orm, 'select' | 'insert' | 'update' | 'delete' | '$count'>

/** Removes all factors; says how many there were. */
async function removeFactors(tx: Tx, userId: number): Promise<number> {
  await lockAccount(tx, userId)
  const codes = await tx.delete(totps).where(eq(totps.userId, userId)).returning({ at: totps.enabledAt })
  const keys = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  const removed = codes.filter(({ at }) => at !== null).length + keys.length
  if (removed > 0) await tx.update(users).set({ factorsResetAt: text`now()` }).where(eq(users.id, userId))
  return removed
}

/** By an administrator: the user signs in with the password alone, and sets up factors anew. */
export async function resetByAdmin(sql: SQL, userId: number, actor: Actor): Promise<number> {
  return await orm(sql).transaction(async tx => {
    const removed = await removeFactors(tx, userId)
    const detail = { user_id: userId, before: { factors: removed }, after: { factors: 0 } }
    if (removed > 0) await noteAdminAct(tx, { ...actor, action: 'factor_reset', detail })
    return removed
  })
}

/** By the machine's owner. Null when nobody has that name, ignoring case. */
export async function resetByCommand(sql: SQL, username: string): Promise<number | null> {
  return await orm(sql).transaction(async tx => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.usernameKey, username.toLowerCase()))
    if (!user) return null
    const removed = await removeFactors(tx, user.id)
    const act = { actorKind: 'system', actorId: user.id, via: 'command', action: 'factor_reset' as const }
    await noteAct(tx, { ...act, detail: { before: { factors: removed }, after: { factors: 0 } } })
    return removed
  })
}
