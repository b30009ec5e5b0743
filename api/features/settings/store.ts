import type { SQL } from 'bun'
import { and, asc, eq, isNotNull, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { paymentTerms, signupTerms, users } from '#api/db/schema/index.ts'
import { CREDIT_TERMS } from '#shared/constants.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import type { CreditTerms } from '#shared/rules/payments.ts'

/** In the keys of the contract. */
export interface Terms {
  rate: number
  bonus_threshold: number
  bonus_multiplier: number
  signup_requests: number
}

/** One at a time changes the terms, also the first time, when there is no row to lock. */
const TERMS_LOCK = 73_200_003

/** What a dollar buys now; also within a transaction. */
export const readCreditTerms = (sql: SQL): Promise<CreditTerms> => creditTermsIn(orm(sql))

async function creditTermsIn(db: Pick<Orm, 'select'>): Promise<CreditTerms> {
  const { rate, bonusThreshold, bonusMultiplier } = paymentTerms
  const [row] = await db.select({ rate, bonusThreshold, bonusMultiplier }).from(paymentTerms)
  return row ?? CREDIT_TERMS
}

/** @param signupRequests What is in force where nobody said otherwise. */
export const readTerms = (sql: SQL, signupRequests: number): Promise<Terms> =>
  termsIn(orm(sql), signupRequests)

async function termsIn(db: Pick<Orm, 'select'>, signupRequests: number): Promise<Terms> {
  const { rate, bonusThreshold, bonusMultiplier } = await creditTermsIn(db)
  const [signup] = await db.select().from(signupTerms)
  return {
    rate,
    bonus_threshold: bonusThreshold,
    bonus_multiplier: bonusMultiplier,
    signup_requests: signup?.requests ?? signupRequests
  }
}

/** Keys that are undefined keep their value. */
export async function storeTerms(
  sql: SQL,
  change: { [Key in keyof Terms]?: Terms[Key] | undefined },
  signupRequests: number,
  actor: Actor
): Promise<void> {
  await orm(sql).transaction(async tx => {
    await tx.execute(text`SELECT pg_advisory_xact_lock(${TERMS_LOCK})`)
    const before = await termsIn(tx, signupRequests)
    const changes = Object.entries(change).filter(([, value]) => value !== undefined)
    const after: Terms = { ...before, ...Object.fromEntries(changes) }
    const credit = {
      rate: after.rate,
      bonusThreshold: after.bonus_threshold,
      bonusMultiplier: after.bonus_multiplier
    }
    await tx.insert(paymentTerms).values(credit).onConflictDoUpdate({ target: paymentTerms.id, set: credit })
    if (change.signup_requests !== undefined) {
      const signup = { requests: after.signup_requests }
      await tx.insert(signupTerms).values(signup).onConflictDoUpdate({ target: signupTerms.id, set: signup })
    }
    await noteAdminAct(tx, { ...actor, action: 'terms_update', detail: { before, after } })
  })
}

export async function telegramAdministrators(
  sql: SQL
): Promise<{ id: number; username: string; telegram_chat_id: string }[]> {
  const rows = await orm(sql)
    .select({ id: users.id, username: users.username, chatId: users.telegramChatId })
    .from(users)
    .where(and(eq(users.role, ROLE_ADMIN), isNotNull(users.telegramChatId)))
    .orderBy(asc(users.id))
  return rows.map(({ id, username, chatId }) => ({ id, username, telegram_chat_id: chatId ?? '' }))
}
