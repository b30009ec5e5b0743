import type { SQL } from 'bun'
import type { Load, Report } from '#api/book/contract.ts'
import { holdExclusiveLock, withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { isLockHeld } from '#api/lib/database-down.ts'

/** Larger first loads build the indexes afterwards. */
const BULK_RECORDS = 50_000
/** Minimal build memory, kB. */
const BUILD_MEMORY = 512 * 1024
const BUILD_WORKERS = 4
/**
 * Every look-up reads the pending list, so it is as short as Postgres allows (kB): four times the length doubles the
 * cost of searches beside an import.
 */
const PENDING_LIST_OPTION = 'gin_pending_list_limit = 64'
/**
 * Every 64th record by its hashed number. `rec_k_sample` indexes it at 6 B a record, without a pending list, which
 * would mislead the planner.
 */
export const IN_SAMPLE = '(id & 63) = 0'
/** As in `api/db/schema/sources.ts`. */
export const SEARCH_INDEXES = [
  { name: 'rec_k', definition: `ON rec USING gin (k) WITH (${PENDING_LIST_OPTION})` },
  { name: 'rec_k_sample', definition: `ON rec USING gin (k) WITH (fastupdate = off) WHERE ${IN_SAMPLE}` },
  { name: 'rec_sur', definition: 'ON rec (sur, src, id)' }
]
/** Postgres notices a lost client of a build within this time. */
const CLIENT_CHECK_MS = 2_000
const REPORT_EVERY_MS = 5_000

const thousands = (count: number) => count.toLocaleString('ru-RU')

export async function hasRecords(sql: SQL): Promise<boolean> {
  const [row]: { some: boolean }[] = await sql`SELECT EXISTS (SELECT FROM rec) AS some`
  return row?.some ?? false
}

async function indexesMissing(sql: SQL): Promise<boolean> {
  const names = `{${SEARCH_INDEXES.map(({ name }) => name).join(',')}}`
  const [row]: { missing: boolean }[] = await sql`SELECT bool_or(to_regclass(name) IS NULL) AS missing
    FROM unnest(${names}::text[]) AS name`
  return row?.missing ?? false
}

/** Waiting time for readers of the table. */
const DROP_WAIT_MS = 1_500

/** Waits for readers. Needs the owner. @throws What `isLockHeld` knows, while somebody reads for long. */
export async function dropSearchIndexesBeside(owner: SQL): Promise<void> {
  const connection = await owner.reserve()
  try {
    await connection.unsafe(`SET lock_timeout = ${DROP_WAIT_MS}`)
    for (const { name } of SEARCH_INDEXES)
      await connection.unsafe(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
  } finally {
    await connection`RESET lock_timeout`.catch(() => {})
    connection.release()
  }
}

export async function dropSearchIndexes(sql: SQL): Promise<void> {
  await sql`UPDATE search_index SET building = 'postgres' WHERE engine = 'postgres'`
  for (const { name } of SEARCH_INDEXES) await sql.unsafe(`DROP INDEX IF EXISTS ${name}`)
}

const BULK_LOAD = 'bulk-load'
const isLoading = new Error('a load builds the indexes')

/** Rebuilds indexes that a killed load has dropped. */
export async function ensureSearchIndexes(owner: SQL): Promise<void> {
  if (!(await indexesMissing(owner))) return
  const lock = { name: BULK_LOAD, busyError: () => isLoading }
  try {
    await withExclusiveLocks(owner, [lock], () => owner.begin(buildSearchIndexes))
  } catch (error) {
    if (error !== isLoading) throw error
  }
}

export async function buildSearchIndexes(tx: SQL): Promise<void> {
  await tx`SELECT set_config(name, greatest(setting::int8, ${BUILD_MEMORY})::text || 'kB', true)
    FROM pg_settings WHERE name = 'maintenance_work_mem'`
  await tx.unsafe(`SET LOCAL max_parallel_maintenance_workers = ${BUILD_WORKERS}`)
  await tx.unsafe(`SET LOCAL client_connection_check_interval = ${CLIENT_CHECK_MS}`)
  await tx`SET LOCAL statement_timeout = 0`
  for (const { name, definition } of SEARCH_INDEXES)
    await tx.unsafe(`CREATE INDEX IF NOT EXISTS ${name} ${definition}`)
  // Random insertion leaves pages two thirds full.
  await tx`REINDEX INDEX rec_pkey`
  await tx`ANALYZE rec`
  await tx`UPDATE search_index SET building = NULL WHERE engine = 'postgres'`
}

/**
 * Drops the indexes for a large first load, and leaves them dropped for a resumed one. Searches are refused for free
 * until the returned function has rebuilt them.
 */
export async function prepareLoad(
  owner: SQL,
  load: Pick<Load, 'expectedRecords' | 'isResumed'>,
  report: Report
): Promise<() => Promise<void>> {
  const missing = await indexesMissing(owner)
  const isBulk =
    load.expectedRecords >= BULK_RECORDS && ((missing && load.isResumed) || !(await hasRecords(owner)))
  if (!isBulk && !missing) return NOTHING
  const release = await holdExclusiveLock(owner, BULK_LOAD)
  // The other load rebuilds them.
  if (!release) return NOTHING
  try {
    if (!isBulk) {
      await buildWithReports(owner, report)
      await release()
      return NOTHING
    }
    await owner.begin(async tx => {
      await tx.unsafe(`SET LOCAL lock_timeout = ${DROP_WAIT_MS}`)
      await dropSearchIndexes(tx)
    })
    report('Загрузка идёт без индексов поиска, они строятся в конце')
  } catch (error) {
    await release()
    // Nobody should wait behind a long reader.
    if (isLockHeld(error)) return NOTHING
    throw error
  }
  return () => buildWithReports(owner, report).finally(release)
}

const NOTHING = async () => {}

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
