import type { SQL } from 'bun'
import type { SearchEngine } from './contract.ts'
import { createPostgresEngine } from './postgres.ts'

/** The registry: which engine answers on this configuration. */
export function createEngine(_config: unknown, database: { app: SQL }): SearchEngine {
  return createPostgresEngine(database.app)
}
