import { clusterTroubles } from './cluster.ts'
import { freezes } from './freezes.ts'
import { fullDisks } from './full-disks.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { matrix } from './matrix.ts'
import { type Order, type Outcome, type Phase, renderOutcomes } from './phase.ts'
import { slowClients } from './slow-clients.ts'

const PHASES: Record<string, Phase> = {
  fuzz,
  freezes,
  disk: fullDisks,
  slow: slowClients,
  cluster: clusterTroubles,
  matrix
}

/** Each on a product and a database of its own, one after the other. */
export async function torture(names: readonly string[], order: Order): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  for (const name of names) {
    const started = performance.now()
    order.say(`${name}…`)
    outcomes.set(name, await (PHASES[name] as Phase)(order).catch(failed))
    order.say(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
  return outcomes
}

export const holdsAll = (outcomes: ReadonlyMap<string, Outcome>) =>
  [...outcomes.values()].every(({ rows }) => rows.every(({ holds }) => holds !== false))

/** Runs the phases and prints what they showed. Answers the exit code: 1 when an invariant fails. */
export async function tellTorture(names: readonly string[], order: Order): Promise<number> {
  order.say(`--seed ${order.seed}`)
  const outcomes = await torture(names, order)
  order.say(`\n${renderOutcomes(outcomes)}`)
  return holdsAll(outcomes) ? 0 : 1
}

/** A phase that breaks off is told beside the others. */
const failed = (error: unknown): Outcome => ({
  counts: {},
  rows: [{ goal: 'the phase comes to its end', measured: String(error), holds: false }]
})
