import type { SQL } from 'bun'
import { and, eq, isNotNull, isNull, ne, sql as text } from 'drizzle-orm'
import { type AuditEntry, noteAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { backupCodes, sessions, totps, users } from '#api/db/schema/index.ts'
import { hasFactor } from '#api/features/sessions/service.ts'
import { PROOF_MINUTES } from '#shared/constants.ts'

/** What an account can make a second step with. */
export interface Factors {
  hasTotp: boolean
  passkeys: number
  backupCodes: number
}

/** Bun's SQL: every login asks this. */
export async function factorsOf(sql: SQL, userId: number): Promise<Factors> {
  const [row] = await sql<Factors[]>`SELECT
      EXISTS (SELECT FROM totp WHERE user_id = ${userId} AND enabled_at IS NOT NULL) AS "hasTotp",
      (SELECT count(*)::int FROM passkey WHERE user_id = ${userId}) AS passkeys,
      (SELECT count(*)::int FROM backup_code WHERE user_id = ${userId} AND used_at IS NULL) AS "backupCodes"`
  if (!row) throw new Error('nothing was counted')
  return row
}

export async function factorsResetAt(sql: SQL, userId: number): Promise<Date | null> {
  const [row] = await orm(sql).select({ at: users.factorsResetAt }).from(users).where(eq(users.id, userId))
  return row?.at ?? null
}

export async function totpOf(sql: SQL, userId: number) {
  const [row] = await orm(sql).select().from(totps).where(eq(totps.userId, userId))
  return row ?? null
}

/** Puts a draft in the place of another; false where codes are enabled. */
export async function draftTotp(sql: SQL, userId: number, sealedSecret: Uint8Array): Promise<boolean> {
  const rows = await orm(sql)
    .insert(totps)
    .values({ userId, sealedSecret })
    .onConflictDoUpdate({
      target: totps.userId,
      set: { sealedSecret, createdAt: text`now()` },
      setWhere: isNull(totps.enabledAt)
    })
    .returning({ id: totps.userId })
  return rows.length > 0
}

/**
 * Lets a code count: of the same code in any number of processes once, since no step up to the last one counts.
 *
 * @returns False of a step that is over.
 */
export async function takeStep(sql: SQL, userId: number, step: number): Promise<boolean> {
  const isLater = text`coalesce(${totps.lastStep}, -1) < ${step}`
  const rows = await orm(sql)
    .update(totps)
    .set({ lastStep: step })
    .where(and(eq(totps.userId, userId), isNotNull(totps.enabledAt), isLater))
    .returning({ id: totps.userId })
  return rows.length > 0
}

/** Uses a backup code up. */
export async function takeBackupCode(
  sql: SQL,
  userId: number,
  hash: Uint8Array,
  note: AuditEntry
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const rows = await tx
      .update(backupCodes)
      .set({ usedAt: text`now()` })
      .where(and(eq(backupCodes.userId, userId), eq(backupCodes.codeHash, hash), isNull(backupCodes.usedAt)))
      .returning({ id: backupCodes.userId })
    if (rows.length > 0) await noteAct(tx, note)
    return rows.length > 0
  })
}

type Tx = Pick<Orm, 'select' | 'insert' | 'delete' | '$count'>

/** Holds the user's row, so that factors of one account are changed one at a time. */
export const lockAccount = async (tx: Tx, userId: number): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export async function replaceBackupCodes(
  tx: Tx,
  userId: number,
  hashes: readonly Uint8Array[]
): Promise<void> {
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  if (hashes.length > 0) await tx.insert(backupCodes).values(hashes.map(codeHash => ({ userId, codeHash })))
}

export const hasTotp = async (tx: Pick<Orm, '$count'>, userId: number): Promise<boolean> =>
  (await tx.$count(totps, and(eq(totps.userId, userId), isNotNull(totps.enabledAt)))) > 0

/** Codes that stand in for factors go with the last of them. */
export async function endLoneCodes(tx: Tx, userId: number): Promise<void> {
  if (!(await hasFactor(tx, userId))) await replaceBackupCodes(tx, userId, [])
}

/** Until when a session counts as one that has just proved who uses it. */
export async function provedUntil(sql: SQL, sessionId: string): Promise<Date | null> {
  const until = text<Date | null>`${sessions.provedAt} + make_interval(mins => ${PROOF_MINUTES})`
  const [row] = await orm(sql)
    .select({ until: until.mapWith(sessions.provedAt) })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), text`${until} > now()`))
  return row?.until ?? null
}

export async function noteProof(sql: SQL, sessionId: string): Promise<void> {
  await orm(sql).update(sessions).set({ provedAt: text`now()` }).where(eq(sessions.id, sessionId))
}

/** With the first factor: whoever came in without one is asked for it. @returns what the audit says of it. */
export async function endOthers(tx: Tx, userId: number, sessionId: string): Promise<{ ended?: number }> {
  const isOther = and(eq(sessions.userId, userId), ne(sessions.id, sessionId))
  const ended = await tx.delete(sessions).where(isOther).returning({ id: sessions.id })
  return ended.length > 0 ? { ended: ended.length } : {}
}
