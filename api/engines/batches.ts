import type { SQL } from 'bun'
import type { Passport } from '#shared/contracts/passport.ts'
import type { RecordSource, SourceColumn } from './index-record.ts'

/** A source as the loader finds it. */
export interface LoadedSource extends RecordSource {
  title: string
  status: 'active' | 'disabled'
  columns: SourceColumn[]
  /** Labels that may be kept; null means all. */
  fields: string[] | null
  /** The passport's fields as stored, null where nobody declared them. Dates are ISO dates. */
  passport: { [Field in keyof Passport]: Passport[Field] | null }
}

interface Row extends Omit<LoadedSource, 'passport'> {
  kind: Passport['kind'] | null
  origin: Passport['origin'] | null
  basis: Passport['basis'] | null
  controller: string | null
  evidence_url: string | null
  retention_days: number | null
  obtained_at: string | null
  review_due: string | null
}

export async function findSource(sql: SQL, key: string): Promise<LoadedSource | null> {
  const [row]: Row[] =
    await sql`SELECT id, key, title, status, columns, fields, kind, origin, basis, controller,
      evidence_url, retention_days, obtained_at::text AS obtained_at, review_due::text AS review_due
    FROM source WHERE key = ${key}`
  if (!row) return null
  const { id, title, status, columns, fields, ...passport } = row
  return { id, key, title, status, columns, fields, passport: { ...passport, title, fields } }
}

/** Declares a source: makes it, or gives the known one this passport. Either way it is active. Answers its number. */
export async function declareSource(sql: SQL, key: string, passport: Passport): Promise<number> {
  const { title, kind, origin, basis, controller, evidence_url, retention_days, obtained_at, review_due } =
    passport
  const fields = passport.fields ? JSON.stringify(passport.fields) : null
  const [row]: { id: number }[] = await sql`INSERT INTO source
      (key, title, status, kind, origin, basis, controller, evidence_url, retention_days, obtained_at, review_due,
        fields, columns)
    VALUES (${key}, ${title}, 'active', ${kind}, ${origin}, ${basis}, ${controller}, ${evidence_url},
      ${retention_days}, ${obtained_at}::date, ${review_due}::date,
      CASE WHEN ${fields}::text IS NULL THEN NULL
        ELSE ARRAY(SELECT jsonb_array_elements_text(${fields}::text::jsonb)) END, '[]'::jsonb)
    ON CONFLICT (key) DO UPDATE SET title = excluded.title, status = 'active', kind = excluded.kind,
      origin = excluded.origin, basis = excluded.basis, controller = excluded.controller,
      evidence_url = excluded.evidence_url, retention_days = excluded.retention_days,
      obtained_at = excluded.obtained_at, review_due = excluded.review_due, fields = excluded.fields
    RETURNING id`
  if (!row) throw new Error('a source was not stored')
  return row.id
}

/**
 * Appends columns that the source does not have yet. In a transaction, under the lock of its row, so that two loads
 * never give one place to two labels. Answers all columns in their order.
 */
export async function addColumns(
  tx: SQL,
  sourceId: number,
  wanted: readonly SourceColumn[]
): Promise<SourceColumn[]> {
  const [row]: { columns: SourceColumn[] }[] =
    await tx`SELECT columns FROM source WHERE id = ${sourceId} FOR UPDATE`
  const columns = row?.columns ?? []
  const known = new Set(columns.map(column => column.label))
  const added = wanted.filter(column => !known.has(column.label))
  if (added.length === 0) return columns
  const all = [...columns, ...added]
  await tx`UPDATE source SET columns = ${JSON.stringify(all)}::text::jsonb WHERE id = ${sourceId}`
  return all
}

/** What became of the rows of a batch so far; their sum says how far the file was read. */
export interface BatchCounts {
  stored: number
  rejected: number
  suppressed: number
}

export interface Batch {
  id: number
  /** Counts of an earlier run that was interrupted: reading goes on behind them. */
  before: BatchCounts
}

/** The unfinished batch of the same file, or a new one. */
export async function openBatch(
  sql: SQL,
  sourceId: number,
  fileName: string,
  fingerprint: Uint8Array
): Promise<Batch> {
  const [unfinished]: (BatchCounts & { id: number })[] = await sql`SELECT id, stored::float8 AS stored,
      rejected::float8 AS rejected, suppressed::float8 AS suppressed
    FROM import_batch
    WHERE source_id = ${sourceId} AND state = 'running' AND file_sha256 = ${fingerprint} AND file_name = ${fileName}
    ORDER BY id DESC LIMIT 1`
  if (unfinished) {
    const { id, ...before } = unfinished
    return { id, before }
  }
  const [row]: { id: number }[] = await sql`INSERT INTO import_batch (source_id, file_name, file_sha256)
    VALUES (${sourceId}, ${fileName}, ${fingerprint}) RETURNING id`
  if (!row) throw new Error('a batch was not stored')
  return { id: row.id, before: { stored: 0, rejected: 0, suppressed: 0 } }
}

/** Every batch of a file, the newest first. */
export async function batchesOf(
  sql: SQL,
  fingerprint: Uint8Array
): Promise<(BatchCounts & { id: number; sourceId: number; state: 'running' | 'done' | 'undone' })[]> {
  return await sql`SELECT id, source_id AS "sourceId", state, stored::float8 AS stored,
      rejected::float8 AS rejected, suppressed::float8 AS suppressed
    FROM import_batch WHERE file_sha256 = ${fingerprint} ORDER BY id DESC`
}

/** True when a source holds nothing but what this batch has brought: then the rest of it is probably new. */
export async function bringsAll(sql: SQL, batchId: number): Promise<boolean> {
  const [row]: { all: boolean }[] = await sql`SELECT source.records <= import_batch.stored AS all
    FROM import_batch JOIN source ON source.id = source_id WHERE import_batch.id = ${batchId}`
  return row?.all ?? false
}

/**
 * Books rows in the transaction that stores them. False when the batch is not where the caller left it: another
 * process reads the same file.
 */
export async function bookRows(
  tx: SQL,
  batch: { id: number; sourceId: number },
  done: number,
  more: BatchCounts & { fresh: number }
): Promise<boolean> {
  const booked = await tx`UPDATE import_batch SET stored = stored + ${more.stored},
      rejected = rejected + ${more.rejected}, suppressed = suppressed + ${more.suppressed}
    WHERE id = ${batch.id} AND state = 'running' AND stored + rejected + suppressed = ${done} RETURNING id`
  if (booked.length === 0) return false
  if (more.fresh > 0)
    await tx`UPDATE source SET records = records + ${more.fresh} WHERE id = ${batch.sourceId}`
  return true
}

export async function closeBatch(sql: SQL, batchId: number): Promise<void> {
  await sql`UPDATE import_batch SET state = 'done', finished_at = now() WHERE id = ${batchId}`
}

/** Subject keys of everybody who must not be stored. */
export async function suppressedKeys(sql: SQL): Promise<Set<bigint>> {
  const rows: { prefix: string }[] = await sql`SELECT prefix::text AS prefix FROM suppression
    WHERE state IN ('active', 'provisional') AND (expires_at IS NULL OR expires_at > now())`
  return new Set(rows.map(row => BigInt(row.prefix)))
}
