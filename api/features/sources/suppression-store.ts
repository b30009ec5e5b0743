import type { SQL } from 'bun'
import { sql as text } from 'drizzle-orm'
import type { Orm } from '#api/db/orm.ts'
import { suppressions } from '#api/db/schema/index.ts'

export interface SuppressionList {
  version: string
  /** As for `createSuppressedKeys`; null for nobody. */
  prefixes: Uint8Array | null
  /** Of the key that the list is made with; null before its first use. */
  key: Uint8Array | null
}

/** Changes with every entry and expiry. Plain SQL, because every thread asks each second. */
export async function suppressionVersion(sql: SQL): Promise<string> {
  const [row] = await sql<{ version: string }[]>`SELECT concat_ws('/', (SELECT count FROM suppression_change),
    (SELECT extract(epoch FROM max(expires_at)) FROM suppression WHERE expires_at <= now())) AS version`
  return row?.version ?? ''
}

/** Entries in force, with their version. A hundred thousand take 0.1 s. */
export async function suppressionList(sql: SQL): Promise<SuppressionList> {
  const [row] = await sql<SuppressionList[]>`SELECT concat_ws('/', (SELECT count FROM suppression_change),
      (SELECT extract(epoch FROM max(expires_at)) FROM suppression WHERE expires_at <= now())) AS version,
    (SELECT string_agg(int8send(prefix), '' ORDER BY prefix) FROM suppression
      WHERE state IN ('active', 'provisional') AND (expires_at IS NULL OR expires_at > now())) AS prefixes,
    (SELECT fingerprint FROM key_fingerprint WHERE name = 'SUPPRESS_KEY') AS key`
  return row ?? { version: '', prefixes: null, key: null }
}

/** Begins all erasures anew. */
export async function eraseAgain(tx: Pick<Orm, 'update'>): Promise<void> {
  await tx
    .update(suppressions)
    .set({ eraseFrom: 0, erasedAt: null })
    .where(text`state <> 'lifted' AND (erased_at IS NOT NULL OR erase_from IS NOT NULL)`)
}
