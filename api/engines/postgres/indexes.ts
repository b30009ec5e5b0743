import type { SQL } from 'bun'
import { isServerRunning } from '#api/db/running-server.ts'
import type { Load, Report } from '#api/engines/contract.ts'

/** A larger first load is faster when the indexes are built after it. */
const BULK_RECORDS = 50_000
/** An index build gets at least this much memory, in kB. */
const BUILD_MEMORY = 512 * 1024
const BUILD_WORKERS = 4
/**
 * Every look-up reads the pending list from end to end, so it is as short as Postgres allows (kB): a list four times as
 * long doubles what a search beside an import costs.
 */
const PENDING_LIST_OPTION = 'gin_pending_list_limit = 64'
/**
 * Every 64th record by its number, which is a hash: the same sample for every search, spread over all sources.
 * `rec_k_sample` indexes it at 6 B a record, without a pending list, which would make the planner prefer the whole
 * index.
 */
export const IN_SAMPLE = '(id & 63) = 0'
/** How soon Postgres notices that the client of a build is gone. */
const CLIENT_CHECK_MS = 2_000
const REPORT_EVERY_MS = 5_000

const thousands = (count: number) => count.toLocaleString('ru-RU')

export async function hasRecords(sql: SQL): Promise<boolean> {
  const [row]: { some: boolean }[] = await sql`SELECT EXISTS (SELECT FROM rec) AS some`
  return row?.some ?? false
}

async function indexesMissing(sql: SQL): Promise<boolean> {
  const [row]: { missing: boolean }[] = await sql`SELECT bool_or(to_regclass(name) IS NULL) AS missing
      FROM unnest(ARRAY['rec_k', 'rec_k_sample', 'rec_sur']) AS name`
  return row?.missing ?? false
}

/** Needs the owner. */
export async function dropSearchIndexes(sql: SQL): Promise<void> {
  await sql`DROP INDEX IF EXISTS rec_k`
  await sql`DROP INDEX IF EXISTS rec_k_sample`
  await sql`DROP INDEX IF EXISTS rec_sur`
}

/** Rebuilds the indexes that a load dropped, also after a killed load. */
export async function ensureSearchIndexes(sql: SQL): Promise<void> {
  if (await indexesMissing(sql)) await sql.begin(buildSearchIndexes)
}

/** Builds the indexes declared in `api/db/schema/sources.ts` and refreshes the statistics. In a transaction. */
export async function buildSearchIndexes(tx: SQL): Promise<void> {
  await tx`SELECT set_config(name, greatest(setting::int8, ${BUILD_MEMORY})::text || 'kB', true)
    FROM pg_settings WHERE name = 'maintenance_work_mem'`
  await tx.unsafe(`SET LOCAL max_parallel_maintenance_workers = ${BUILD_WORKERS}`)
  await tx.unsafe(`SET LOCAL client_connection_check_interval = ${CLIENT_CHECK_MS}`)
  await tx`SET LOCAL statement_timeout = 0`
  await tx.unsafe(`CREATE INDEX IF NOT EXISTS rec_k ON rec USING gin (k) WITH (${PENDING_LIST_OPTION})`)
  await tx.unsafe(
    `CREATE INDEX IF NOT EXISTS rec_k_sample ON rec USING gin (k) WITH (fastupdate = off) WHERE ${IN_SAMPLE}`
  )
  await tx`CREATE INDEX IF NOT EXISTS rec_sur ON rec (sur, src, id)`
  // Hashed numbers arrive in random order and leave the pages two thirds full.
  await tx`REINDEX INDEX rec_pkey`
  await tx`ANALYZE rec`
}

/**
 * Prepares the table for a load: drops the indexes for a large load into an empty table that nobody searches, and
 * leaves them dropped for the load that resumes a killed one. Returns what to call at the end of the load, which builds
 * the indexes.
 */
export async function prepareTable(
  sql: SQL,
  load: Pick<Load, 'expectedRecords' | 'isResumed'>,
  report: Report
): Promise<() => Promise<void>> {
  const missing = await indexesMissing(sql)
  const isBulk =
    load.expectedRecords >= BULK_RECORDS && ((missing && load.isResumed) || !(await hasRecords(sql)))
  if (isBulk && !(await isServerRunning(sql))) {
    report('Загрузка идёт без индексов поиска, они строятся в конце')
    await sql.begin(dropSearchIndexes)
    return () => buildWithReports(sql, report)
  }
  if (isBulk) report('Рядом работает сервер: индексы поиска остаются, загрузка идёт медленнее, чем без него')
  if (missing) await buildWithReports(sql, report)
  return async () => {}
}

async function buildWithReports(sql: SQL, report: Report): Promise<void> {
  if (!(await indexesMissing(sql))) return
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0)
  report('Строю индексы поиска')
  const reportProgress = async () => {
    const [row]: { part: number | null; tuples: number }[] = await sql`SELECT tuples_done::float8 AS tuples,
        blocks_done::float8 / nullif(blocks_total, 0) AS part
      FROM pg_stat_progress_create_index WHERE relid = 'rec'::regclass LIMIT 1`
    if (!row) return
    const part = row.part === null ? '' : `, прочитано ${Math.floor(row.part * 100)} % таблицы`
    report(`Строю индексы поиска: ${seconds()} с${part}`)
  }
  const timer = setInterval(() => void reportProgress().catch(() => {}), REPORT_EVERY_MS)
  try {
    await sql.begin(buildSearchIndexes)
  } finally {
    clearInterval(timer)
  }
  const [row]: { records: number }[] =
    await sql`SELECT greatest(reltuples, 0)::float8 AS records FROM pg_class WHERE oid = 'rec'::regclass`
  report(`Индексы поиска построены за ${seconds()} с, записей около ${thousands(row?.records ?? 0)}`)
}
