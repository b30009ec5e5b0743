import type { Database } from '#api/db/connect.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { ENGINES as REGISTRY } from '#api/engines/index.ts'
import { createMemoryEngine } from './memory-engine.ts'

type OpenEngine = (database: Database) => SearchEngine

/** Every engine of the registry, and the smallest one that keeps the contract. */
export const ENGINES: [name: string, open: OpenEngine][] = [
  ...REGISTRY.map(({ name, open }): [string, OpenEngine] => [
    name,
    database => open({ elasticsearchUrl: null }, database)
  ]),
  ['memory', createMemoryEngine]
]
