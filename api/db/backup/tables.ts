import type { SQL } from 'bun'
import { RECORD_TRIGGERS } from '#api/book/changes.ts'
import { type DroppedParts, droppedColumns } from './earlier-versions.ts'

interface StoredTable {
  name: string
  columns: string[]
}

/** A backup must not revive ended sessions and tokens. */
const LETTING_IN = ['sessions', 'api_tokens']
/** A copy must not send notifications, nor revive removed addresses. */
const TELLING = ['webhook', 'webhook_delivery']
/** Also excludes the state of indexes, which a restored database starts anew. */
const LEFT_OUT = [...LETTING_IN, ...TELLING, 'token_day', 'search_index', 'record_change', 'record_follower']
/** Rows of a new database that describe it. */
const NO_DATA = new Set(['key_fingerprint', 'record_rule', 'suppression_change'])

const BUILD_MEMORY = '512MB'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')
const listOf = (tables: readonly Pick<StoredTable, 'name'>[]) =>
  tables.map(({ name }) => quoted(name)).join(', ')

/** In order of references. Unlogged tables are left out. */
export async function storedTables(sql: SQL): Promise<StoredTable[]> {
  return await sql`WITH RECURSIVE level AS (
      SELECT oid, 0 AS depth FROM pg_class
      UNION
      SELECT conrelid, depth + 1 FROM level JOIN pg_constraint ON confrelid = level.oid
      WHERE contype = 'f' AND conrelid <> confrelid)
    SELECT relname AS name, (SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = oid AND attnum > 0 AND NOT attisdropped) AS columns
    FROM pg_class JOIN level USING (oid)
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p' 
      AND relname <> ALL (${`{${LEFT_OUT.join(',')}}`}::text[])
    GROUP BY oid, relname ORDER BY max(depth), relname`
}

export async function holdsData(sql: SQL): Promise<boolean> {
  const tables = (await storedTables(sql)).filter(({ name }) => !NO_DATA.has(name))
  const some = tables.map(({ name }) => `EXISTS (SELECT FROM ${quoted(name)})`)
  const [row] = await sql.unsafe(`SELECT ${some.join(' OR ')} AS some`)
  return row?.some === true
}

/** Outside the snapshot, so read them after the tables. */
export async function sequenceValues(sql: SQL): Promise<[name: string, last: string][]> {
  const rows: { name: string; last: string }[] =
    await sql`SELECT sequencename AS name, last_value::text AS last
    FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`
  return rows.map(({ name, last }) => [name, last])
}

/** Binary COPY, stable across versions. Returns the number of rows. */
export async function* rowsOf(tx: SQL, { name, columns }: StoredTable): AsyncGenerator<Uint8Array, number> {
  const query = tx.unsafe(`COPY ${quoted(name)} (${columnList(columns)}) TO STDOUT (FORMAT binary)`)
  for await (const chunk of query.readable()) if (chunk.length > 0) yield chunk
  return (await query).count
}

/** Stores what still exists; returns the number of rows. */
export async function storeRows(
  tx: SQL,
  table: StoredTable,
  gone: DroppedParts,
  chunks: AsyncIterable<Uint8Array>
): Promise<number> {
  const { name, columns } = table
  const left = droppedColumns(table, gone)
  if (left.length === 0) return await copyRows(tx, table, chunks)
  const isGone = gone.tables.includes(name)
  const stored = columnList(columns.filter(column => !left.includes(column)))
  await tx.unsafe(
    `CREATE TEMP TABLE archived ${isGone ? '()' : `AS SELECT ${stored} FROM ${quoted(name)} WITH NO DATA`}`
  )
  // Types of removed columns are unknown; bytea takes any.
  await tx.unsafe(`ALTER TABLE archived ${left.map(each => `ADD ${quoted(each)} bytea`).join(', ')}`)
  const rows = await copyRows(tx, { name: 'archived', columns }, chunks)
  if (!isGone)
    await tx.unsafe(
      `INSERT INTO ${quoted(name)} (${stored}) OVERRIDING SYSTEM VALUE SELECT ${stored} FROM archived`
    )
  await tx`DROP TABLE archived`
  return rows
}

async function copyRows(
  tx: SQL,
  { name, columns }: StoredTable,
  chunks: AsyncIterable<Uint8Array>
): Promise<number> {
  const query = tx.unsafe(`COPY ${quoted(name)} (${columnList(columns)}) FROM STDIN (FORMAT binary)`)
  const writer = query.writable().getWriter()
  try {
    for await (const chunk of chunks) await writer.write(chunk)
    await writer.close()
    return (await query).count
  } catch (error) {
    await writer.abort(error).catch(() => {})
    throw error
  }
}

/** Empties the tables and runs `load` without guarding triggers and costly indexes, in one transaction. */
export async function refill(
  tx: SQL,
  load: () => Promise<void>,
  report: (text: string) => void
): Promise<void> {
  const all: { name: string }[] = await tx`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`
  await tx.unsafe(`LOCK TABLE ${listOf(all)} IN ACCESS EXCLUSIVE MODE`)
  for (const { name } of all) await tx.unsafe(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`)
  await tx.unsafe(`TRUNCATE ${listOf(all)} RESTART IDENTITY`)
  const indexes: { name: string; definition: string }[] = await tx`SELECT indexrelid::regclass::text AS name,
      pg_get_indexdef(indexrelid) AS definition
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`
  for (const { name } of indexes) await tx.unsafe(`DROP INDEX ${name}`)
  await load()
  for (const name of LETTING_IN) await tx.unsafe(`DELETE FROM ${quoted(name)}`)
  // A used link must not work again.
  await tx`UPDATE subject_request SET report_hash = NULL`
  report('Строю индексы')
  await tx`SELECT set_config('maintenance_work_mem', ${BUILD_MEMORY}, true)`
  for (const { definition } of indexes) await tx.unsafe(definition)
  for (const { name } of all) await tx.unsafe(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`)
  for (const name of RECORD_TRIGGERS) await tx.unsafe(`ALTER TABLE rec DISABLE TRIGGER ${name}`)
  await tx.unsafe(`ANALYZE ${listOf(all)}`)
}

export const elasticIndexNames = async (tx: SQL): Promise<string[]> =>
  (
    await tx<{ name: string }[]>`SELECT DISTINCT n AS name FROM search_index,
      unnest(leaving || ARRAY[name, building]) AS n WHERE n <> 'postgres'`
  ).map(({ name }) => name)

/** Sets Postgres as the answering index, the others to be dropped, and interrupted work to begin anew. */
export async function resetIndexState(tx: SQL, outside: readonly string[]): Promise<void> {
  await tx`INSERT INTO search_index (engine, leaving) VALUES ('postgres', ${tx.array([...outside], 'TEXT')})`
  await tx`UPDATE import_job SET cursor = NULL`
  await tx`INSERT INTO record_rule SELECT 0 WHERE NOT EXISTS (SELECT FROM record_rule)`
}

/** Transactional, unlike `setval`, and never lower than meanwhile given. */
export async function restartSequences(
  tx: SQL,
  numbers: readonly [name: string, last: string][]
): Promise<void> {
  const numbersHere = new Map(await sequenceValues(tx))
  for (const [name, last] of numbers)
    if (BigInt(last) > BigInt(numbersHere.get(name) ?? 0))
      await tx.unsafe(`ALTER SEQUENCE ${quoted(name)} RESTART WITH ${BigInt(last) + 1n}`)
}

export interface Holdings {
  users: number
  balances: number
  ledger: number
  audit: number
  sources: number
  records: number
  adopted: number
  suppressions: number
}

export async function holdingsOf(sql: SQL): Promise<Holdings> {
  const [row] = await sql<Holdings[]>`SELECT
      (SELECT count(*)::float8 FROM users) AS users,
      (SELECT coalesce(sum(requests_count), 0)::float8 FROM users) AS balances,
      (SELECT count(*)::float8 FROM credit_ledger) AS ledger,
      (SELECT count(*)::float8 FROM audit_event) AS audit,
      (SELECT count(*)::float8 FROM source) AS sources,
      (SELECT count(*)::float8 FROM rec) AS records,
      (SELECT count(*)::float8 FROM source WHERE adopted) AS adopted,
      (SELECT count(*)::float8 FROM suppression) AS suppressions`
  if (!row) throw new Error('nothing was counted')
  return row
}
