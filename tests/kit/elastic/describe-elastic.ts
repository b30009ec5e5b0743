import { elasticServer } from './shared-server.ts'
import { describeWherePossible } from './where-possible.ts'

const server = await elasticServer()

/** Tests on the shared server: skipped by name where it cannot be started. */
export function describeElastic(name: string, tests: (server: string) => void): void {
  describeWherePossible(server === null ? 'нет Elasticsearch' : null, name, () => tests(server ?? ''))
}
