import type { SQL } from 'bun'
import type { SearchEngine } from './contract.ts'
import { createPostgresEngine } from './postgres.ts'

/** The registry: which engine answers on this configuration. */
export function createEngine(_config: unknown, database: { app: SQL }): SearchEngine {
  return createPostgresEngine(database.app)
}

/** How an import puts records in, and how a start makes sure that they can be found. */
export { CHUNK_ROWS, copyLine, ensureSearchIndexes, upsertLines } from './postgres-load.ts'
