import type { Database } from '#api/db/connect.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { createEngine } from '#api/engines/index.ts'
import { createMemoryEngine } from './memory-engine.ts'

/** Every engine of the registry, and a minimal one. */
export const ENGINES: [name: string, open: (database: Database) => SearchEngine][] = [
  ['postgres', createEngine],
  ['memory', createMemoryEngine]
]
