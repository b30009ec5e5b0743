import type { SQL } from 'bun'
import { lt, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { removePortion } from '#api/db/portion.ts'
import { idempotencyKeys, searchAnswers } from '#api/db/schema/index.ts'
import { IDEMPOTENCY_HOURS, REFUND_AFTER_SECONDS, SEARCH_LIVE_MINUTES } from '#shared/constants.ts'

/** `settle_searches`, up to `most`. */
export async function refundUndelivered(sql: SQL, most: number): Promise<number> {
  const after = text`make_interval(secs => ${REFUND_AFTER_SECONDS})`
  const rows = await orm(sql).execute<{ refunded: number }>(
    text`SELECT settle_searches(${after}, ${most}) AS refunded`
  )
  return rows[0]?.refunded ?? 0
}

export async function forgetOldAnswers(sql: SQL, most: number): Promise<number> {
  const since = text`now() - make_interval(mins => ${SEARCH_LIVE_MINUTES})`
  return await removePortion(sql, searchAnswers, lt(searchAnswers.at, since), most)
}

export async function forgetOldKeys(sql: SQL, most: number): Promise<number> {
  const since = text`now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`
  return await removePortion(sql, idempotencyKeys, lt(idempotencyKeys.createdAt, since), most)
}
