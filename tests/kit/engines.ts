import { openRecords, ENGINES as REGISTRY } from '#api/engines/index.ts'
import { openElastic } from './elastic/open-elastic.ts'
import { openMemoryRecords } from './memory-engine.ts'
import type { OpenRecords } from './start-app.ts'

export type NamedEngine = [name: string, open: OpenRecords]

const allOn = (server: string | null): NamedEngine[] => [
  ...REGISTRY.toReversed().flatMap((module): NamedEngine[] => {
    const { name } = module
    if (name !== 'elasticsearch')
      return [[name, database => openRecords({ elasticsearchUrl: null }, database, [module])]]
    return server ? [[name, database => openElastic(server, database)]] : []
  }),
  ['memory', openMemoryRecords]
]

/**
 * Every engine of the registry that can be run, and the smallest one that keeps the contract; in a quick run the one that
 * every installation begins with.
 */
export const enginesOn = (server: string | null): NamedEngine[] =>
  allOn(server).slice(0, process.env.TEST_RUN === 'quick' ? 1 : undefined)

/** For what hardly depends on the engine: on Elasticsearch, where it takes long, only when `ELASTICSEARCH_URL` asks for it. */
export const ENGINES = enginesOn(process.env.ELASTICSEARCH_URL ?? null)
