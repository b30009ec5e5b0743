import type { Database } from '#api/db/connect.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import type { SearchEngine } from './contract.ts'
import { createLanes } from './postgres/connections.ts'
import { createPostgresEngine } from './postgres/engine.ts'

/** The registry: which engine answers on this configuration. */
export function createEngine(
  _config: unknown,
  database: Pick<Database, 'app' | 'owner' | 'lane'>
): SearchEngine {
  return createPostgresEngine(database.app, createLanes(database.lane, database.owner, SEARCH_DEADLINE_MS))
}

export { createRowBuffer, type Place } from './postgres/copy-encoder.ts'
export { ensureSearchIndexes, prepareTable, type Say, serverBeside } from './postgres/indexes.ts'
export { CHUNK_ROWS, createStore } from './postgres/load.ts'
/** How an import puts records in, and how a start makes sure that they can be found. */
export { createNewWords } from './postgres/spelling-collector.ts'
export { storeWords } from './postgres/spellings.ts'
