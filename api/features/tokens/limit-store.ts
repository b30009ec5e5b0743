import type { SQL } from 'bun'
import { and, type SQL as Condition, desc, eq, gt, isNull, lt, or, sql as text } from 'drizzle-orm'
import { type Actor, noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { removePortion } from '#api/db/portion.ts'
import { apiTokens, tokenDays } from '#api/db/schema/index.ts'
import { TOKEN_DAYS_SHOWN, TOKEN_OVERLAP_HOURS } from '#shared/constants.ts'

export interface StoredLimits {
  title?: string | null | undefined
  expiresAt?: Date | null | undefined
  networks?: string[] | null | undefined
}

const isOf = (userId: number, id: number): Condition | undefined =>
  and(eq(apiTokens.userId, userId), eq(apiTokens.id, id))

/** False when it is none of this account's. */
export async function storeLimits(
  sql: SQL,
  { userId, id }: { userId: number; id: number },
  limits: StoredLimits,
  actor: Actor
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const rows = await tx
      .update(apiTokens)
      // An update of nothing is none that a database takes.
      .set({ ...limits, masked: text`${apiTokens.masked}` })
      .where(isOf(userId, id))
      .returning({ id: apiTokens.id })
    if (rows.length > 0) await noteAct(tx, { ...actor, action: 'token_update', detail: { token_id: id } })
    return rows.length > 0
  })
}

export interface Successor {
  hash: Uint8Array
  masked: string
}

/**
 * Puts another text in the place of a token's, which is good beside it for `TOKEN_OVERLAP_HOURS`. Of calls at once one
 * does so: the others find the former one still alive.
 */
export async function rotateToken(
  sql: SQL,
  { userId, id }: { userId: number; id: number },
  { hash, masked }: Successor,
  actor: Actor
): Promise<'rotated' | 'overlapping' | 'none'> {
  return await orm(sql).transaction(async tx => {
    const isOver = or(isNull(apiTokens.previousUntil), lt(apiTokens.previousUntil, text`now()`))
    const rows = await tx
      .update(apiTokens)
      .set({
        previousHash: text`${apiTokens.tokenHash}`,
        previousUntil: text`now() + make_interval(hours => ${TOKEN_OVERLAP_HOURS})`,
        tokenHash: hash,
        masked
      })
      .where(and(isOf(userId, id), isOver))
      .returning({ id: apiTokens.id })
    if (rows.length === 0) return (await tx.$count(apiTokens, isOf(userId, id))) > 0 ? 'overlapping' : 'none'
    await noteAct(tx, { ...actor, action: 'token_rotate', detail: { token_id: id } })
    return 'rotated'
  })
}

/** Ends the former text at once; false where there is none. */
export async function endPrevious(
  sql: SQL,
  { userId, id }: { userId: number; id: number },
  actor: Actor
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const rows = await tx
      .update(apiTokens)
      .set({ previousHash: null, previousUntil: null })
      .where(and(isOf(userId, id), gt(apiTokens.previousUntil, text`now()`)))
      .returning({ id: apiTokens.id })
    if (rows.length > 0)
      await noteAct(tx, { ...actor, action: 'token_previous_end', detail: { token_id: id } })
    return rows.length > 0
  })
}

/** Days of Moscow with calls, newest first; null when the token is none of this account's. */
export async function daysOf(
  sql: SQL,
  userId: number,
  id: number
): Promise<{ day: string; calls: number }[] | null> {
  const db = orm(sql)
  if ((await db.$count(apiTokens, isOf(userId, id))) === 0) return null
  return await db
    .select({ day: text<string>`${tokenDays.day}::text`, calls: tokenDays.calls })
    .from(tokenDays)
    .where(eq(tokenDays.tokenId, id))
    .orderBy(desc(tokenDays.day))
    .limit(TOKEN_DAYS_SHOWN)
}

export const forgetTokenDays = (sql: SQL, most: number): Promise<number> =>
  removePortion(
    sql,
    tokenDays,
    lt(tokenDays.day, text`(now() - make_interval(days => ${TOKEN_DAYS_SHOWN}))::date`),
    most
  )
