import type {
  Encoding,
  EngineConfig,
  EngineDatabase,
  EngineModule,
  RecordEncoder,
  SearchEngine
} from './contract.ts'
import { createCurrentEngine } from './current-engine.ts'
import { elastic } from './elastic/index.ts'
import { postgres } from './postgres/index.ts'

/** The registry, one line an engine. Postgres comes last: it is there without any configuration. */
export const ENGINES: readonly EngineModule[] = [elastic, postgres]

/** The engines that the configuration allows, the preferred one first. Opening them asks nothing of them. */
export const openEngines = (config: EngineConfig, database: EngineDatabase): SearchEngine[] =>
  ENGINES.filter(({ isConfigured }) => isConfigured(config)).map(({ open }) => open(config, database))

/** Name of the engine that the configuration prefers. */
export const preferredEngine = (config: EngineConfig): string =>
  ENGINES.find(({ isConfigured }) => isConfigured(config))?.name ?? postgres.name

/** The engine that holds the records, of those that the configuration allows. */
export const createEngine = (config: EngineConfig, database: EngineDatabase): SearchEngine =>
  createCurrentEngine(openEngines(config, database), database)

/** The encoder of the engine whose writer described it. */
export async function createEncoder({ module, data }: Encoding): Promise<RecordEncoder> {
  const { createEncoder: create } = await import(module)
  return create(data)
}
