import { sql as text } from 'drizzle-orm'
import type { Orm } from './orm.ts'
import type { creditLedger } from './schema/index.ts'

/** `ref` names the cause, once per kind. */
type Credit = Pick<typeof creditLedger.$inferInsert, 'userId' | 'kind' | 'ref' | 'delta'>

/**
 * Moves a balance in the caller's transaction (`functions/post_credit.sql`): the only way to.
 * @returns The new balance, or null when this cause was booked before or the account is gone.
 * @throws A database error `insufficient_credits` rather than go below zero.
 */
export async function postCredit(orm: Pick<Orm, 'execute'>, credit: Credit): Promise<number | null> {
  const { userId, kind, ref, delta } = credit
  const rows = await orm.execute<{ balance: number | null }>(
    text`SELECT post_credit(${userId}::int, ${kind}, ${ref}, ${delta}::int) AS balance`
  )
  return rows[0]?.balance ?? null
}
