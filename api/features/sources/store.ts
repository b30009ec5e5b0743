import type { SQL } from 'bun'
import type { FieldKind } from '#shared/identity/records/types.ts'
import type { SourceBasis, SourceKind, SourceOrigin } from '#shared/labels/sources.ts'

/** A source that may answer: active, with a complete passport that is not overdue. */
export interface AnsweringSource {
  id: number
  key: string
  title: string
  kind: SourceKind
  origin: SourceOrigin
  basis: SourceBasis
  /** ISO date. */
  asOf: string
  fields: string[] | null
  columns: { label: string; kind: FieldKind }[]
  records: number
}

export async function answeringSources(sql: SQL): Promise<AnsweringSource[]> {
  return await sql`SELECT id, key, title, kind, origin, basis, obtained_at::text AS "asOf", fields, columns,
      records::float8 AS records
    FROM source
    WHERE status = 'active' AND kind IS NOT NULL AND origin IS NOT NULL AND basis IS NOT NULL
      AND coalesce(controller, '') <> '' AND coalesce(evidence_url, '') <> '' AND retention_days IS NOT NULL
      AND obtained_at IS NOT NULL AND review_due >= current_date
    ORDER BY id`
}

/** Prefixes of every suppression in force, as text of signed 64-bit numbers. */
export async function suppressedPrefixes(sql: SQL): Promise<string[]> {
  const rows: { prefix: string }[] = await sql`SELECT prefix::text AS prefix FROM suppression
    WHERE state IN ('active', 'provisional') AND (expires_at IS NULL OR expires_at > now())`
  return rows.map(row => row.prefix)
}

/** How many batches were taken back: what they had brought is not to be shown any more. */
export async function batchesTakenBack(sql: SQL): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM import_batch WHERE state = 'undone'`
  return row?.count ?? 0
}
