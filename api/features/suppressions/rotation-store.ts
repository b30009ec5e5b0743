import type { SQL } from 'bun'
import { eq } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { keyFingerprints } from '#api/db/schema/index.ts'

/** Nobody enters or lifts anything until the transaction ends. */
export const lockSuppressions = (tx: SQL) => tx`LOCK TABLE suppression IN EXCLUSIVE MODE`

export async function tokensAfter(
  tx: SQL,
  id: number,
  most: number
): Promise<{ id: number; token: string }[]> {
  return await tx<{ id: number; token: string }[]>`SELECT id, encode(token, 'hex') AS token FROM suppression
    WHERE suppression.id > ${id} ORDER BY suppression.id LIMIT ${most}`
}

export async function storeTokens(tx: SQL, rows: readonly { id: number; token: Buffer }[]): Promise<void> {
  const changed = rows.map(({ id, token }) => ({
    id,
    token: token.toString('hex'),
    prefix: String(token.readBigInt64BE(0))
  }))
  await tx`UPDATE suppression s SET token = decode(t.token, 'hex'), prefix = t.prefix::int8
    FROM json_to_recordset(${JSON.stringify(changed)}::text::json) AS t(id int4, token text, prefix text)
    WHERE s.id = t.id`
}

export const noteKey = (tx: SQL, fingerprint: Buffer) =>
  orm(tx).update(keyFingerprints).set({ fingerprint }).where(eq(keyFingerprints.name, 'SUPPRESS_KEY'))

/** What waiting requests of persons hold, each token once. */
export const requestTokens = (tx: SQL) =>
  tx<{ token: string }[]>`SELECT DISTINCT encode(token, 'hex') AS token FROM subject_request_token`

export async function storeRequestTokens(
  tx: SQL,
  rows: readonly { before: string; after: string }[]
): Promise<void> {
  await tx`WITH changed AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS t(before text, after text))
    UPDATE subject_request_token t SET token = decode(c.after, 'hex'), main_token = (
      SELECT decode(m.after, 'hex') FROM changed m WHERE m.before = encode(t.main_token, 'hex'))
    FROM changed c WHERE c.before = encode(t.token, 'hex')`
}
