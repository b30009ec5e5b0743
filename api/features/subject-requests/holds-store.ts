import { eq, sql as text } from 'drizzle-orm'
import type { Orm } from '#api/db/orm.ts'
import { subjectRequestTokens } from '#api/db/schema/index.ts'

/** Number of the advisory lock: whoever lifts a hold sees every other one. */
const HOLDS = 73_200_021

export interface HeldToken {
  token: Buffer
  kind: string
}

type Tx = Pick<Orm, 'insert' | 'execute' | 'select'>

/** Why somebody is kept out of answers: the class of the list. */
export type HoldClass = 'objection' | 'erasure'

/** Notes what a request is about. */
export async function noteTokens(tx: Tx, requestId: number, tokens: readonly HeldToken[]): Promise<void> {
  await tx
    .insert(subjectRequestTokens)
    .values(tokens.map(each => ({ requestId, ...each })))
    .onConflictDoNothing()
}

/**
 * Keeps what a request is about out of answers up to the end of a day of Moscow. Of several requests about one value the
 * longest holds; what an administrator has put on the list stays as it is.
 */
export async function holdTokens(tx: Tx, requestId: number, what: HoldClass, lastDay: string): Promise<void> {
  await tx.execute(text`SELECT pg_advisory_xact_lock(${HOLDS})`)
  await tx.execute(text`INSERT INTO suppression AS s (token, prefix, kind, class, state, expires_at)
    SELECT token, ('x' || encode(substr(token, 1, 8), 'hex'))::bit(64)::bigint, kind, ${what}, 'provisional',
      (${lastDay}::date + 1)::timestamp AT TIME ZONE 'Europe/Moscow'
    FROM subject_request_token WHERE request_id = ${requestId}
    ON CONFLICT (token) DO UPDATE SET state = 'provisional', class = excluded.class,
      expires_at = CASE s.state WHEN 'provisional' THEN greatest(s.expires_at, excluded.expires_at)
        ELSE excluded.expires_at END
    WHERE s.state <> 'active' OR s.expires_at <= now()`)
}

/** Keeps it out for good. */
export async function keepTokens(tx: Tx, requestId: number, what: HoldClass): Promise<void> {
  await tx.execute(text`SELECT pg_advisory_xact_lock(${HOLDS})`)
  await tx.execute(text`INSERT INTO suppression (token, prefix, kind, class, state)
    SELECT token, ('x' || encode(substr(token, 1, 8), 'hex'))::bit(64)::bigint, kind, ${what}, 'active'
    FROM subject_request_token WHERE request_id = ${requestId}
    ON CONFLICT (token) DO UPDATE SET state = 'active', class = excluded.class, expires_at = NULL`)
}

/** Lifts what this request alone holds: neither another that waits for a decision nor an administrator. */
export async function releaseTokens(tx: Tx, requestId: number): Promise<void> {
  await tx.execute(text`SELECT pg_advisory_xact_lock(${HOLDS})`)
  await tx.execute(text`DELETE FROM suppression s USING subject_request_token t
    WHERE t.request_id = ${requestId} AND s.token = t.token AND s.state = 'provisional'
      AND NOT EXISTS (SELECT FROM subject_request_token o JOIN subject_request r ON r.id = o.request_id
        WHERE o.token = s.token AND o.request_id <> ${requestId} AND r.state IN ('open', 'document'))`)
}

export async function heldKinds(tx: Pick<Orm, 'selectDistinct'>, requestId: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ kind: subjectRequestTokens.kind })
    .from(subjectRequestTokens)
    .where(eq(subjectRequestTokens.requestId, requestId))
  return rows.map(({ kind }) => kind)
}
