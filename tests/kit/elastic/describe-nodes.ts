import { type Distribution, findDistribution } from './distribution.ts'
import { describeWherePossible } from './where-possible.ts'

const distribution = await findDistribution()
const isMissing = typeof distribution === 'string'

/** Tests on nodes that they start and stop themselves: skipped by name where none can be started. */
export function describeNodes(name: string, tests: (distribution: Distribution) => void): void {
  describeWherePossible(isMissing ? distribution : null, name, () =>
    tests(isMissing ? { home: '', java: '' } : distribution)
  )
}
