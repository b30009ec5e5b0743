import { describe } from 'bun:test'
import { elasticServer } from './shared-server.ts'

const server = await elasticServer()

/** Tests on the shared server: counted as skipped where it cannot be started. */
export function describeElastic(name: string, tests: (server: string) => void): void {
  describe.skipIf(server === null)(name, () => tests(server ?? ''))
}
