import type { SQL } from 'bun'
import { serverBeside } from '#api/db/running-server.ts'
import type { Load, Report } from '#api/engines/contract.ts'

/** A first load of more records is quicker without indexes, which are built behind it. */
const BULK_RECORDS = 50_000
/** An index build gets at least this much memory, in kB, and as many helpers as are useful. */
const BUILD_MEMORY = 512 * 1024
const BUILD_WORKERS = 4
/**
 * New rows wait in a list that every look-up reads from end to end, so it is as short as Postgres allows (kB): with four
 * times as much a search beside an import costs Postgres twice as much as without one.
 */
const PENDING = 'gin_pending_list_limit = 64'
/**
 * The sample is every 64th record by its number, which is a hash: the same records for every search, from all sources
 * alike. The index `rec_k_sample` holds it, 6 B a record; rows go into it at once, because a list of waiting ones makes
 * the planner prefer the whole index.
 */
export const IN_SAMPLE = '(id & 63) = 0'
/** How soon Postgres gives up a build that nobody waits for any more. */
const ABANDONED_MS = 2_000
const LOOK_MS = 5_000

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

/** A first load is twice as fast when the indexes are built after it. Needs the owner. */
export async function dropSearchIndexes(sql: SQL): Promise<void> {
  await sql`DROP INDEX IF EXISTS rec_k`
  await sql`DROP INDEX IF EXISTS rec_k_sample`
  await sql`DROP INDEX IF EXISTS rec_sur`
}

/** Builds what a load has dropped, also after a load that was killed; does nothing when all is there. */
export async function ensureSearchIndexes(sql: SQL): Promise<void> {
  if (await indexesMissing(sql)) await sql.begin(buildSearchIndexes)
}

/** The indexes of `rec` as `api/db/schema/sources.ts` names them, and fresh statistics. In a transaction. */
export async function buildSearchIndexes(tx: SQL): Promise<void> {
  await tx`SELECT set_config(name, greatest(setting::int8, ${BUILD_MEMORY})::text || 'kB', true)
    FROM pg_settings WHERE name = 'maintenance_work_mem'`
  await tx.unsafe(`SET LOCAL max_parallel_maintenance_workers = ${BUILD_WORKERS}`)
  await tx.unsafe(`SET LOCAL client_connection_check_interval = ${ABANDONED_MS}`)
  await tx`SET LOCAL statement_timeout = 0`
  await tx.unsafe(`CREATE INDEX IF NOT EXISTS rec_k ON rec USING gin (k) WITH (${PENDING})`)
  await tx.unsafe(
    `CREATE INDEX IF NOT EXISTS rec_k_sample ON rec USING gin (k) WITH (fastupdate = off) WHERE ${IN_SAMPLE}`
  )
  await tx`CREATE INDEX IF NOT EXISTS rec_sur ON rec (sur, src, id)`
  // Numbers that are hashes came in any order and left its pages two thirds full.
  await tx`REINDEX INDEX rec_pkey`
  await tx`ANALYZE rec`
}

/**
 * Prepares the table for a load. An empty one that nobody searches in gives up its indexes for a large load; one that a
 * killed load has left without them stays so for the load that goes on with it. Answers what ends the load: it puts the
 * indexes there.
 */
export async function prepareTable(
  sql: SQL,
  load: Pick<Load, 'expectedRecords' | 'isResumed'>,
  report: Report
): Promise<() => Promise<void>> {
  const missing = await indexesMissing(sql)
  const bulk =
    load.expectedRecords >= BULK_RECORDS && ((missing && load.isResumed) || !(await hasRecords(sql)))
  if (bulk && !(await serverBeside(sql))) {
    report('Загрузка идёт без индексов поиска, они строятся в конце')
    await dropSearchIndexes(sql)
    return () => buildAloud(sql, report)
  }
  if (bulk) report('Рядом работает сервер: индексы поиска остаются, загрузка идёт медленнее, чем без него')
  if (missing) await buildAloud(sql, report)
  return async () => {}
}

async function buildAloud(sql: SQL, report: Report): Promise<void> {
  if (!(await indexesMissing(sql))) return
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0)
  report('Строю индексы поиска')
  const look = async () => {
    const [row]: { part: number | null; tuples: number }[] = await sql`SELECT tuples_done::float8 AS tuples,
        blocks_done::float8 / nullif(blocks_total, 0) AS part
      FROM pg_stat_progress_create_index WHERE relid = 'rec'::regclass LIMIT 1`
    if (!row) return
    const part = row.part === null ? '' : `, прочитано ${Math.floor(row.part * 100)} % таблицы`
    report(`Строю индексы поиска: ${seconds()} с${part}`)
  }
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS)
  try {
    await sql.begin(buildSearchIndexes)
  } finally {
    clearInterval(timer)
  }
  const [row]: { records: number }[] =
    await sql`SELECT greatest(reltuples, 0)::float8 AS records FROM pg_class WHERE oid = 'rec'::regclass`
  report(`Индексы поиска построены за ${seconds()} с, записей около ${thousands(row?.records ?? 0)}`)
}
