import type { SQL } from 'bun'
import { API_INTERVAL_MS } from '#shared/constants.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import { ROLE_ADMIN, type Role } from '#shared/labels/roles.ts'

/** Who calls by a token, as the database knows them at that moment. */
export interface TokenUser {
  id: number
  role: Role
  requestsCount: number
  /** The account has sent the `Idempotency-Key` of this call before. */
  knowsKey: boolean
  /** What the token, or else its account, states for searches that state no other. */
  purpose: PurposeCode | null
  caseRef: string | null
}

interface AskingToken extends TokenUser {
  /** None of these is admitted, nor is their interval touched. */
  isExpired: boolean
  isElsewhere: boolean
  /** An administrator without a factor, where one is required. */
  lacksFactor: boolean
  isAdmitted: boolean
}

type TokenOwner = Omit<AskingToken, 'knowsKey' | 'isAdmitted'>

/** Bun's SQL: every guess asks this. */
export async function isKnownToken(sql: SQL, hash: Uint8Array): Promise<boolean> {
  const rows = await sql`SELECT FROM api_tokens
    WHERE token_hash = ${hash} OR (previous_hash = ${hash} AND previous_until > now())`
  return rows.length > 0
}

interface Door {
  address: string | null
  /** Administrators need a second factor. */
  needsFactor: boolean
}

const ownerBy = (sql: SQL, hash: Uint8Array, { address, needsFactor }: Door) =>
  sql`SELECT t.id AS token_id, u.id, u.role, u.requests_count AS "requestsCount", coalesce(t.purpose, u.purpose) AS purpose,
      CASE WHEN t.purpose IS NULL THEN u.case_ref ELSE t.case_ref END AS "caseRef",
      coalesce(t.expires_at <= now(), false) AS "isExpired",
      t.networks IS NOT NULL AND NOT coalesce(${address}::inet <<= ANY (t.networks::inet[]), false) AS "isElsewhere",
      ${needsFactor} AND u.role = ${ROLE_ADMIN} AND NOT EXISTS (SELECT FROM totp WHERE user_id = u.id AND enabled_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM passkey WHERE user_id = u.id) AS "lacksFactor"
    FROM api_tokens t JOIN users u ON u.id = t.user_id
    WHERE (t.token_hash = ${hash} OR (t.previous_hash = ${hash} AND t.previous_until > now())) AND u.blocked_at IS NULL`

/** Whose a token is, without counting a call. @returns Null of an unknown token, and of one whose account is blocked. */
export async function tokenOwner(sql: SQL, hash: Uint8Array, door: Door): Promise<TokenOwner | null> {
  const [owner] = await sql<TokenOwner[]>`${ownerBy(sql, hash, door)}`
  return owner ?? null
}

/**
 * Lets an account call when its last call was `API_INTERVAL_MS` ago, in one statement: callers of any number of
 * processes lock one row, which outlives the token. By the clock, since a statement may have waited for that row; a clock
 * that was set back locks nobody out.
 *
 * @returns Null of an unknown token.
 */
export async function admitToken(
  sql: SQL,
  hash: Uint8Array,
  { clientKey, ...door }: Door & { clientKey: string | null }
): Promise<AskingToken | null> {
  const [row] = await sql<AskingToken[]>`WITH known AS (${ownerBy(sql, hash, door)}), admitted AS (
      INSERT INTO api_call AS c (user_id, at)
        SELECT id, clock_timestamp() FROM known WHERE NOT "isExpired" AND NOT "isElsewhere" AND NOT "lacksFactor"
      ON CONFLICT (user_id) DO UPDATE SET at = clock_timestamp()
        WHERE c.at NOT BETWEEN clock_timestamp() - make_interval(secs => ${API_INTERVAL_MS / 1000}) AND clock_timestamp()
      RETURNING user_id
    ), used AS (
      UPDATE api_tokens SET last_used = now()
      WHERE id IN (SELECT token_id FROM known WHERE EXISTS (SELECT FROM admitted)) RETURNING id
    ), counted AS (
      INSERT INTO token_day AS d (token_id, day, calls)
        SELECT id, (now() AT TIME ZONE 'Europe/Moscow')::date, 1 FROM used
      ON CONFLICT (token_id, day) DO UPDATE SET calls = d.calls + 1
    )
    SELECT id, role, "requestsCount", purpose, "caseRef", "isExpired", "isElsewhere", "lacksFactor", EXISTS (SELECT FROM admitted) AS "isAdmitted",
      EXISTS (SELECT FROM idempotency_key i WHERE i.user_id = known.id AND i.key = ${clientKey}) AS "knowsKey"
    FROM known`
  return row ?? null
}
