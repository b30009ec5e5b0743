import type { Database } from '#api/db/connect.ts'
import { openRecords, ENGINES as REGISTRY, type Records } from '#api/engines/index.ts'
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
export function openAnother(name: string, database: Database): Records | null {
  const module = REGISTRY.find(each => each.name === name)
  return module ? openRecords({ elasticsearchUrl: server ? [server] : null }, database, [module]) : null
}
