import { createSearchConnections } from '#api/engines/connections.ts'
import type { EngineModule } from '#api/engines/contract.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import { openCluster } from './cluster.ts'
import { createElasticEngine } from './engine.ts'

export const elastic: EngineModule = {
  name: 'elasticsearch',
  isConfigured: ({ elasticsearchUrl }) => elasticsearchUrl !== null,
  open(config, database) {
    const limits = { count: database.searchConnections, statementTimeoutMs: SEARCH_DEADLINE_MS }
    const connections = createSearchConnections(database.openConnection, database.app, limits)
    return createElasticEngine(database, openCluster(config), connections)
  }
}
