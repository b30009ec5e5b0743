import type { SQL } from 'bun'
import { IDEMPOTENCY_HOURS, REPLAY_SECONDS, SETTLE_AFTER_SECONDS } from '#shared/constants.ts'

/** Number of the advisory lock that makes one process the leader of a round. */
const LEADER = 73_200_001

/**
 * Removes what may no longer be kept. One process at a time does a round; the others skip theirs. What a charge is about
 * to write anew is left to it: who waits for one row while holding others could wait for ever.
 */
export async function forgetOld(sql: SQL, historyDays: number): Promise<void> {
  await sql.begin(async tx => {
    const [lock] = await tx<{ leads: boolean }[]>`SELECT pg_try_advisory_xact_lock(${LEADER}) AS leads`
    if (!lock?.leads) return
    await tx`DELETE FROM search_answer WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM search_answer WHERE at < now() - make_interval(secs => ${REPLAY_SECONDS}) FOR UPDATE SKIP LOCKED))`
    await tx`DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM idempotency_key WHERE created_at < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})
      FOR UPDATE SKIP LOCKED))`
    await tx`DELETE FROM throttles WHERE window_ends_at < now()`
    await tx`DELETE FROM sessions WHERE expires_at < now()`
    await tx`DELETE FROM search_history WHERE created_at < now() - make_interval(days => ${historyDays})`
  })
}

/** What one statement gives back: a tenth of the time that it may take. */
const SETTLED_AT_ONCE = 500

/**
 * Gives back every charge whose answer did not leave (`settle_searches`, migration `charges`). One process
 * at a time; the others skip theirs.
 *
 * @returns How many charges were given back.
 */
export async function settleSearches(sql: SQL): Promise<number> {
  let settled = 0
  for (;;) {
    const [row] = await sql<{ given: number }[]>`SELECT settle_searches(${LEADER},
      make_interval(secs => ${SETTLE_AFTER_SECONDS}), ${SETTLED_AT_ONCE}) AS given`
    const given = row?.given ?? 0
    settled += given
    if (given < SETTLED_AT_ONCE) return settled
  }
}
