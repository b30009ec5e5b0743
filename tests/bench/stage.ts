import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { SQL } from 'bun'
import { readConfig } from '#api/config.ts'
import { type Context, closeContext, createContext } from '#api/context.ts'
import type { Database } from '#api/db/connect.ts'
import { openSecrets } from '#api/db/keys.ts'
import { migrate } from '#api/db/migrate.ts'
import { DEFAULT_SEED, RECORDS_PER_PERSON } from '#api/db/seed/amounts.ts'
import { seedPeople } from '#api/db/seed/demo.ts'
import { openRecords } from '#api/engines/index.ts'
import { openCounting } from './counting.ts'
import { takeImportsBack } from './importing.ts'
import { type Structures, structuresAfterLoad } from './structures.ts'

export const SEED = DEFAULT_SEED
/** Whole people leave whole records, and the example family comes on top: the count is never quite what was asked for. */
const ABOUT = 0.03
const FAMILY_RECORDS = 100
/** The most that a product of the bench has: its Postgres must take as many connections as that needs. */
export const SEARCH_THREADS_MOST = 12

/** The product's own data folder with synthetic people in it, and its database opened in this process. */
export interface Stage {
  dataDir: string
  people: number
  /** Records that stand in it. */
  records: number
  /** What loading took, when it was all done now and not by an earlier run. */
  loading: Loading | null
  /** As the load has left them. */
  structures: Structures
  database: Database
  context: Context
  close(): Promise<void>
}

/** Seconds of a load: until the last row was stored, and until the indexes were built. */
export interface Loading {
  records: number
  stored: number
  indexed: number
}

export const peopleFor = (records: number) => Math.ceil(records / RECORDS_PER_PERSON)

/** A folder for all stages of a run: kept when it was named. */
export function openShelf(named: string | undefined): { path: string; close(): void } {
  if (named === undefined) {
    const path = mkdtempSync(join(tmpdir(), 'sverka-bench-'))
    return { path, close: () => rmSync(path, { recursive: true, force: true }) }
  }
  const path = resolve(named)
  mkdirSync(path, { recursive: true })
  return { path, close() {} }
}

/**
 * Opens the stage of so many records on a shelf and loads what is missing, as `bun run seed` does: an interrupted load
 * goes on, a finished one is taken as it is.
 */
export async function openStage(shelf: string, people: number, say: (text: string) => void): Promise<Stage> {
  const dataDir = join(shelf, `people-${people}`)
  if (!existsSync(dataDir)) mkdirSync(dataDir)
  const config = readConfig({
    DATA_DIR: dataDir,
    SEED: 'none',
    LOG_LEVEL: 'error',
    SEARCH_THREADS: String(SEARCH_THREADS_MOST)
  })
  const database = await openCounting(config)
  await migrate(database.owner)
  const secrets = await openSecrets(config, database.owner)
  const records = openRecords(config, database)
  const context = createContext({ config, secrets, database, records })
  const close = async () => {
    await closeContext(context)
    await records.close()
    await database.close()
  }
  try {
    const { isNew, loading } = await load(database, context, people, say)
    await context.engine.open()
    await takeImportsBack(database.owner, context.book)
    const [row] = await database.owner<{ records: number }[]>`SELECT count(*)::float8 AS records FROM rec`
    const records = row?.records ?? 0
    const expected = people * RECORDS_PER_PERSON
    if (Math.abs(records - expected) > expected * ABOUT + FAMILY_RECORDS)
      throw new Error(`${dataDir} holds ${records} records where ${Math.round(expected)} were expected`)
    const structures = await structuresAfterLoad(database.owner, dataDir, isNew)
    await warm(database.owner)
    return { dataDir, people, records, loading, structures, database, context, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The goals are those of a database that has been at work: its indexes and as much of its records as fit are in memory. */
async function warm(owner: SQL): Promise<void> {
  await owner`CREATE EXTENSION IF NOT EXISTS pg_prewarm`
  for (const name of ['rec', 'rec_pkey', 'rec_sur', 'rec_k_sample', 'rec_k'])
    await owner`SELECT pg_prewarm(${name}::regclass)`
}

async function load(
  { owner }: Database,
  { book, secrets }: Context,
  people: number,
  say: (text: string) => void
): Promise<{ isNew: boolean; loading: Loading | null }> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  let stored = 0
  let before = -1
  const loaded = await seedPeople({
    people,
    seed: SEED,
    owner,
    book,
    secrets,
    report: say,
    onProgress(done) {
      if (before < 0) before = done
      stored = seconds()
    }
  })
  const indexed = seconds()
  if (before >= people) return { isNew: false, loading: null }
  // What autovacuum would do in its own time, in the middle of what is measured.
  await owner`VACUUM (ANALYZE)`
  await owner`CHECKPOINT`
  say(`${loaded.records} records loaded in ${indexed.toFixed(1)} s`)
  return { isNew: true, loading: before === 0 ? { records: loaded.records, stored, indexed } : null }
}
