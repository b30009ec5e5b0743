import type { SQL } from 'bun'

/** Tells which subject keys are of somebody who is suppressed now. */
export async function suppressedAmong(sql: SQL, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await sql<{ prefix: string }[]>`SELECT prefix::text AS prefix FROM suppression
    WHERE prefix = ANY (${`{${[...new Set(keys)].join(',')}}`}::int8[])
      AND state IN ('active', 'provisional') AND (expires_at IS NULL OR expires_at > now())`
  return new Set(rows.map(({ prefix }) => prefix))
}
