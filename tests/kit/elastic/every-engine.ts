import type { Database } from '#api/db/connect.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { ENGINES as REGISTRY } from '#api/engines/index.ts'
import { enginesOn } from '#tests/kit/engines.ts'
import { elasticServer } from './shared-server.ts'

/** A quick run tries Elasticsearch in one file of its own. */
const server = process.env.TEST_RUN === 'quick' ? null : await elasticServer()

/** Every engine that this machine can run. */
export const EVERY_ENGINE = enginesOn(server)

/** The engine of another process on the same records; null where they are in the memory of one. */
export function openAnother(name: string, database: Database): SearchEngine | null {
  const engine = REGISTRY.find(each => each.name === name)
  return (
    engine?.open({ elasticsearchUrl: name === 'elasticsearch' && server ? [server] : null }, database) ?? null
  )
}
