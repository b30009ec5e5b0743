import { describe } from 'bun:test'
import { type Distribution, findDistribution } from './distribution.ts'

const distribution = process.env.ELASTICSEARCH_URL ? 'ELASTICSEARCH_URL задана' : await findDistribution()

/** Tests on nodes that they start and stop themselves: counted as skipped where none can be started, or a server is given. */
export function describeNodes(name: string, tests: (distribution: Distribution) => void): void {
  describe.skipIf(typeof distribution === 'string')(name, () => {
    if (typeof distribution !== 'string') tests(distribution)
  })
}
