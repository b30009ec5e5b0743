import type {
  Encoding,
  EngineConfig,
  EngineDatabase,
  EngineModule,
  RecordEncoder,
  SearchEngine
} from './contract.ts'
import { elastic } from './elastic/index.ts'
import { postgres } from './postgres/index.ts'

/** The registry, one line an engine. Postgres comes last: it is there without any configuration. */
export const ENGINES: readonly EngineModule[] = [elastic, postgres]

/** The engine that the configuration asks for. */
export function createEngine(config: EngineConfig, database: EngineDatabase): SearchEngine {
  const engine = ENGINES.find(({ isConfigured }) => isConfigured(config)) ?? postgres
  return engine.open(config, database)
}

/** The encoder of the engine whose writer described it. */
export async function createEncoder({ module, data }: Encoding): Promise<RecordEncoder> {
  const { createEncoder: create } = await import(module)
  return create(data)
}
