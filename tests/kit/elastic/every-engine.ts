import type { Database } from '#api/db/connect.ts'
import { openRecords, type Records } from '#api/engines/index.ts'
import { enginesOn } from '#tests/kit/engines.ts'
import { elasticServer } from './shared-server.ts'

/** A quick run tries Elasticsearch in one file of its own. */
const server = process.env.TEST_RUN === 'quick' ? null : await elasticServer()

/** Every engine that this machine can run. */
export const EVERY_ENGINE = enginesOn(server)

/** By which processes of an app come to the same engine. */
export const settingsOf = (name: string): Record<string, string> =>
  name === 'elasticsearch' && server ? { ELASTICSEARCH_URL: server } : {}

/** The records as another process opens them; null where the index is in the memory of one. */
export const openAnother = (name: string, database: Database): Records | null =>
  name === 'memory'
    ? null
    : openRecords({ elasticsearchUrl: name === 'elasticsearch' && server ? [server] : null }, database)
