import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { type Database, openDatabase } from '#api/db/connect.ts'

const LOOK_MS = 20

/**
 * The database of a stage, whose Postgres can count what it executes. It does so only in `countStatements`: counting
 * would be measured with everything else.
 */
export async function openCounting(config: Config): Promise<Database> {
  const database = await openDatabase(config)
  const [loaded] = await database.owner<
    { names: string }[]
  >`SELECT current_setting('shared_preload_libraries') AS names`
  if (loaded?.names === 'pg_stat_statements') return database
  await database.owner`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`
  await database.owner`ALTER SYSTEM SET pg_stat_statements.track = 'none'`
  await database.close()
  return await openDatabase(config)
}

/** How many statements Postgres executes for everybody during some work, those inside of functions not counted. */
export async function countStatements(owner: SQL, work: () => Promise<void>): Promise<number> {
  await owner`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`
  await owner`ALTER SYSTEM SET pg_stat_statements.track = 'top'`
  try {
    await untilTracked(owner, 'top')
    await owner`SELECT pg_stat_statements_reset()`
    await work()
    const [row] = await owner<{ calls: number }[]>`SELECT coalesce(sum(calls), 0)::float8 AS calls
      FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'`
    return row?.calls ?? 0
  } finally {
    await owner`ALTER SYSTEM SET pg_stat_statements.track = 'none'`
    await untilTracked(owner, 'none')
  }
}

/** Every connection takes a setting in before its next statement, once the server has told it to. */
async function untilTracked(owner: SQL, track: string): Promise<void> {
  await owner`SELECT pg_reload_conf()`
  for (;;) {
    const [row] = await owner<
      { track: string }[]
    >`SELECT current_setting('pg_stat_statements.track') AS track`
    if (row?.track === track) return
    await Bun.sleep(LOOK_MS)
  }
}
