import type { Database } from '#api/db/connect.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import type { SearchEngine } from './contract.ts'
import { createLanes } from './lanes.ts'
import { createPostgresEngine } from './postgres.ts'

/** The registry: which engine answers on this configuration. */
export function createEngine(
  _config: unknown,
  database: Pick<Database, 'app' | 'owner' | 'lane'>
): SearchEngine {
  return createPostgresEngine(database.app, createLanes(database.lane, database.owner, SEARCH_DEADLINE_MS))
}

/** How an import puts records in, and how a start makes sure that they can be found. */
export { createNewWords } from './new-words.ts'
export { CHUNK_ROWS, createStore } from './postgres-load.ts'
export { storeWords } from './postgres-vocabulary.ts'
export { createRowBuffer, type Place } from './row-buffer.ts'
export { ensureSearchIndexes, prepareTable, type Say, serverBeside } from './search-indexes.ts'
