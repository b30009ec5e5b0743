import { createSearchConnections } from '#api/engines/connections.ts'
import type { EngineModule } from '#api/engines/contract.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import { createPostgresEngine } from './engine.ts'

export const postgres: EngineModule = {
  name: 'postgres',
  isConfigured: () => true,
  open(_config, database) {
    const limits = { count: database.searchConnections, statementTimeoutMs: SEARCH_DEADLINE_MS }
    const connections = createSearchConnections(database.openConnection, database.app, limits)
    return createPostgresEngine(database, connections)
  }
}
