import type { Database } from '#api/db/connect.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import type { Encoding, RecordEncoder, SearchEngine } from './contract.ts'
import { createSearchConnections } from './postgres/connections.ts'
import { createPostgresEncoder } from './postgres/encoder.ts'
import { createPostgresEngine } from './postgres/engine.ts'

/** The registry: the engine that the configuration names. */
export function createEngine(
  database: Pick<Database, 'app' | 'owner' | 'openConnection' | 'searchConnections'>
): SearchEngine {
  const limits = { count: database.searchConnections, statementTimeoutMs: SEARCH_DEADLINE_MS }
  return createPostgresEngine(
    database,
    createSearchConnections(database.openConnection, database.app, limits)
  )
}

export function createEncoder(encoding: Encoding): RecordEncoder {
  if (encoding.engine === 'postgres') return createPostgresEncoder(encoding)
  throw new Error(`no encoder for ${encoding.engine}`)
}
