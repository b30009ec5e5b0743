import type { Database } from '#api/db/connect.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { ENGINES as REGISTRY } from '#api/engines/index.ts'
import { openElastic } from './elastic/open-elastic.ts'
import { elasticServer } from './elastic/shared-server.ts'
import { createMemoryEngine } from './memory-engine.ts'

type OpenEngine = (database: Database) => SearchEngine

const server = await elasticServer()

/** Every engine of the registry that this machine can run, and the smallest one that keeps the contract. */
export const ENGINES: [name: string, open: OpenEngine][] = [
  ...REGISTRY.flatMap(({ name, open }): [string, OpenEngine][] => {
    if (name !== 'elasticsearch') return [[name, database => open({ elasticsearchUrl: null }, database)]]
    return server ? [[name, database => openElastic(server, database)]] : []
  }),
  ['memory', createMemoryEngine]
]
