import { describe } from 'bun:test'
import { type Distribution, findDistribution } from './distribution.ts'
import { describeWherePossible } from './where-possible.ts'

/** Whoever gives a server has these tests skipped: its nodes are not ours to kill. */
const isGiven = process.env.ELASTICSEARCH_URL !== undefined
const distribution = isGiven ? null : await findDistribution()

/** Tests on nodes that they start and stop themselves: skipped by name where none can be started. */
export function describeNodes(name: string, tests: (distribution: Distribution) => void): void {
  if (distribution === null) describe.if(false)(name, () => tests({ home: '', java: '' }))
  else if (typeof distribution === 'string')
    describeWherePossible(distribution, name, () => tests({ home: '', java: '' }))
  else describe(name, () => tests(distribution))
}
