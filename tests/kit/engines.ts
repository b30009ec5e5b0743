import type { Database } from '#api/db/connect.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { ENGINES as REGISTRY } from '#api/engines/index.ts'
import { openElastic } from './elastic/open-elastic.ts'
import { elasticServer } from './elastic/shared-server.ts'
import { createMemoryEngine } from './memory-engine.ts'

type OpenEngine = (database: Database) => SearchEngine

const server = await elasticServer()

/** Every engine of the registry that this machine can run, and the smallest one that keeps the contract. */
export const EVERY_ENGINE: [name: string, open: OpenEngine][] = [
  ...REGISTRY.flatMap(({ name, open }): [string, OpenEngine][] => {
    if (name !== 'elasticsearch') return [[name, database => open({ elasticsearchUrl: null }, database)]]
    return server ? [[name, database => openElastic(server, database)]] : []
  }),
  ['memory', createMemoryEngine]
]

/** For what hardly depends on the engine: on Elasticsearch, where it takes long, only when `ELASTICSEARCH_URL` asks for it. */
export const ENGINES = EVERY_ENGINE.filter(
  ([name]) => name !== 'elasticsearch' || process.env.ELASTICSEARCH_URL !== undefined
)

/** The engine of another process on the same records; null where they are in the memory of one. */
export function openAnother(name: string, database: Database): SearchEngine | null {
  const engine = REGISTRY.find(each => each.name === name)
  return (
    engine?.open({ elasticsearchUrl: name === 'elasticsearch' && server ? [server] : null }, database) ?? null
  )
}
