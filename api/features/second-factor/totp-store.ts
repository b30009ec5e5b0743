import type { SQL } from 'bun'
import { and, eq, isNull, sql as text } from 'drizzle-orm'
import { type AuditEntry, noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { passkeys, totps } from '#api/db/schema/index.ts'
import { hasFactor } from '#api/features/sessions/service.ts'
import { endLoneCodes, endOthers, hasTotp, lockAccount, replaceBackupCodes } from './store.ts'

interface FirstCode {
  userId: number
  /** The session that goes on. */
  sessionId: string
  draft: Uint8Array
  /** The key as it is kept from now on. */
  sealedSecret: Uint8Array
  step: number
  hashes: readonly Uint8Array[]
}

/** Ends the draft's time as one, with new backup codes; the first factor ends the other sessions. False when the draft is another by now. */
export async function enableTotp(sql: SQL, first: FirstCode, note: AuditEntry): Promise<boolean> {
  const { userId, sessionId, sealedSecret, step, hashes } = first
  return await orm(sql).transaction(async tx => {
    await lockAccount(tx, userId)
    const isDraft = and(
      eq(totps.userId, userId),
      isNull(totps.enabledAt),
      eq(totps.sealedSecret, first.draft)
    )
    const rows = await tx
      .update(totps)
      .set({ sealedSecret, enabledAt: text`now()`, lastStep: step })
      .where(isDraft)
      .returning({ id: totps.userId })
    if (rows.length === 0) return false
    await replaceBackupCodes(tx, userId, hashes)
    const isFirst = (await tx.$count(passkeys, eq(passkeys.userId, userId))) === 0
    const detail = isFirst ? await endOthers(tx, userId, sessionId) : {}
    await noteAct(tx, { ...note, ...(detail.ended && { detail }) })
    return true
  })
}

/** What keeps a factor from being removed. */
export type KeptFactor = 'none' | 'last'

/** @param mayBeLast Whether the account may be left without one. */
export async function removeTotp(
  sql: SQL,
  userId: number,
  mayBeLast: boolean,
  note: AuditEntry
): Promise<KeptFactor | null> {
  return await orm(sql).transaction(async tx => {
    await lockAccount(tx, userId)
    if (!(await hasTotp(tx, userId))) return 'none'
    if (!mayBeLast && (await tx.$count(passkeys, eq(passkeys.userId, userId))) === 0) return 'last'
    await tx.delete(totps).where(eq(totps.userId, userId))
    await endLoneCodes(tx, userId)
    await noteAct(tx, note)
    return null
  })
}

/** False of an account without a factor that they could stand in for. */
export async function renewBackupCodes(
  sql: SQL,
  userId: number,
  hashes: readonly Uint8Array[],
  note: AuditEntry
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    await lockAccount(tx, userId)
    if (!(await hasFactor(tx, userId))) return false
    await replaceBackupCodes(tx, userId, hashes)
    await noteAct(tx, note)
    return true
  })
}
