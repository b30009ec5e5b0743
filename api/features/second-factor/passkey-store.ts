import type { SQL } from 'bun'
import { and, asc, eq, lte, sql as text } from 'drizzle-orm'
import { type AuditEntry, noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { passkeys } from '#api/db/schema/index.ts'
import { hasFactor } from '#api/features/sessions/service.ts'
import { PASSKEYS_PER_ACCOUNT } from '#shared/constants.ts'
import { endLoneCodes, endOthers, hasTotp, lockAccount, replaceBackupCodes } from './store.ts'
import type { KeptFactor } from './totp-store.ts'

export type Passkey = typeof passkeys.$inferSelect

export async function passkeysOf(sql: SQL, userId: number): Promise<Passkey[]> {
  return await orm(sql).select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))
}

export async function passkeyOf(sql: SQL, credentialId: string): Promise<Passkey | null> {
  const [row] = await orm(sql).select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return row ?? null
}

export type NewPasskey = Omit<typeof passkeys.$inferInsert, 'id' | 'createdAt' | 'lastUsed'>

/** The first factor ends the other sessions. @returns The key, and whether the account had no factor before; or why it was not stored. */
export async function storePasskey(
  sql: SQL,
  { sessionId, ...key }: NewPasskey & { sessionId: string },
  hashes: readonly Uint8Array[],
  note: AuditEntry
): Promise<{ key: Passkey; isFirst: boolean } | 'full' | 'known'> {
  return await orm(sql).transaction(async tx => {
    await lockAccount(tx, key.userId)
    const own = eq(passkeys.userId, key.userId)
    if ((await tx.$count(passkeys, own)) >= PASSKEYS_PER_ACCOUNT) return 'full'
    const isFirst = !(await hasFactor(tx, key.userId))
    const [stored] = await tx
      .insert(passkeys)
      .values(key)
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning()
    if (!stored) return 'known'
    if (isFirst) await replaceBackupCodes(tx, key.userId, hashes)
    const ended = isFirst ? await endOthers(tx, key.userId, sessionId) : {}
    await noteAct(tx, { ...note, detail: { passkey_id: stored.id, ...ended } })
    return { key: stored, isFirst }
  })
}

export async function renamePasskey(sql: SQL, userId: number, id: number, title: string): Promise<boolean> {
  const rows = await orm(sql)
    .update(passkeys)
    .set({ title })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
  return rows.length > 0
}

export async function removePasskey(
  sql: SQL,
  { userId, id }: { userId: number; id: number },
  mayBeLast: boolean,
  note: AuditEntry
): Promise<KeptFactor | null> {
  return await orm(sql).transaction(async tx => {
    await lockAccount(tx, userId)
    const own = eq(passkeys.userId, userId)
    const isIt = and(own, eq(passkeys.id, id))
    if ((await tx.$count(passkeys, isIt)) === 0) return 'none'
    if (!mayBeLast && (await tx.$count(passkeys, own)) === 1 && !(await hasTotp(tx, userId))) return 'last'
    await tx.delete(passkeys).where(isIt)
    await endLoneCodes(tx, userId)
    await noteAct(tx, { ...note, detail: { passkey_id: id } })
    return null
  })
}

/** Notes a use. False of a copy: its counter is behind. */
export async function noteUse(sql: SQL, id: number, counter: number): Promise<boolean> {
  const rows = await orm(sql)
    .update(passkeys)
    .set({ counter, lastUsed: text`now()` })
    .where(and(eq(passkeys.id, id), lte(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return rows.length > 0
}
