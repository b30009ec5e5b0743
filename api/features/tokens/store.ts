import type { SQL } from 'bun'
import { asc, eq, getTableColumns } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { apiTokens } from '#api/db/schema/index.ts'
import type { StoredLimits } from './limit-store.ts'

export type StoredToken = Omit<
  typeof apiTokens.$inferSelect,
  'userId' | 'slot' | 'tokenHash' | 'previousHash'
>

export async function tokensOf(sql: SQL, userId: number): Promise<StoredToken[]> {
  const {
    userId: _,
    slot: _slot,
    tokenHash: _hash,
    previousHash: _former,
    ...shown
  } = getTableColumns(apiTokens)
  return await orm(sql)
    .select(shown)
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(asc(apiTokens.id))
}

export interface NewToken extends StoredLimits {
  userId: number
  hash: Uint8Array
  masked: string
  ipPrefix: string | null
}

/**
 * Stores a token where the account has fewer than `most`. Nobody waits for a lock: of calls that come at once those that
 * chose the same free slot are not stored.
 */
export async function storeToken(
  sql: SQL,
  { userId, hash, masked, ipPrefix, title = null, expiresAt = null, networks = null }: NewToken,
  most: number
): Promise<'stored' | 'full' | 'slot_taken'> {
  const [row] = await sql<{ has: number; stored: boolean }[]>`WITH own AS (
      SELECT slot FROM api_tokens WHERE user_id = ${userId}
    ), stored AS (
      INSERT INTO api_tokens (user_id, slot, token_hash, masked, title, expires_at, networks)
        SELECT ${userId}, free.slot, ${hash}, ${masked}, ${title}, ${expiresAt}, ${networks && `{${networks.join(',')}}`}::text[]
        FROM generate_series(0, ${most - 1}) AS free(slot)
        WHERE free.slot NOT IN (SELECT slot FROM own) AND (SELECT count(*) FROM own) < ${most}
        ORDER BY 2 LIMIT 1
      ON CONFLICT (user_id, slot) DO NOTHING RETURNING id
    ), noted AS (
      INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix, detail)
        SELECT 'user', ${userId}, 'ui', 'token_create', ${ipPrefix}, jsonb_build_object('token_id', id) FROM stored
    )
    SELECT (SELECT count(*)::int FROM own) AS has, EXISTS (SELECT FROM stored) AS stored`
  if (row?.stored) return 'stored'
  return (row?.has ?? 0) >= most ? 'full' : 'slot_taken'
}

/** By its number or its hash; false when it is none of this account's. */
export async function removeToken(
  sql: SQL,
  userId: number,
  { id, hash }: { id: number | null; hash: Uint8Array | null },
  ipPrefix: string | null
): Promise<boolean> {
  const rows = await sql`WITH removed AS (
      DELETE FROM api_tokens WHERE user_id = ${userId} AND (id = ${id} OR token_hash = ${hash}
        OR previous_hash = ${hash}) RETURNING id
    )
    INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix, detail)
      SELECT 'user', ${userId}, 'ui', 'token_delete', ${ipPrefix}, jsonb_build_object('token_id', id) FROM removed
      RETURNING id`
  return rows.length > 0
}

/** What a token states for its searches. False when it is none of this account's. */
export async function storeTokenPurpose(
  sql: SQL,
  userId: number,
  id: number,
  { purpose, caseRef }: Pick<StoredToken, 'purpose' | 'caseRef'>,
  ipPrefix: string | null
): Promise<boolean> {
  const rows = await sql`WITH changed AS (
      UPDATE api_tokens SET purpose = ${purpose}, case_ref = ${caseRef} WHERE user_id = ${userId} AND id = ${id} RETURNING id
    )
    INSERT INTO audit_event (actor_kind, actor_id, via, action, purpose, ip_prefix, detail)
      SELECT 'user', ${userId}, 'ui', 'token_purpose', ${purpose}, ${ipPrefix},
        jsonb_strip_nulls(jsonb_build_object('token_id', id, 'case_ref', ${caseRef}::text)) FROM changed
      RETURNING id`
  return rows.length > 0
}
