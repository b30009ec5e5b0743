import { sumOf } from './phase.ts'
import { torture } from './torture.ts'

/** Of `bun run torture`, each time the same; the matrix has a slice of its own (`connections.test.ts`). */
const SLICE = { seed: 12, inputs: 10_000, from: 0, scale: 0.1, say: () => {} }
/** After it a phase begins nothing new; what it has begun, and its audit, come to their end. */
const PHASE_MS = 240_000
const END_MS = 60_000
/** The longest that a phase may take. */
export const SLICE_MS = PHASE_MS + END_MS

/** A small part of a phase: what did not hold, and how much was done. */
export async function sliceOf(phase: string) {
  const outcomes = await torture([phase], { ...SLICE, until: performance.now() + PHASE_MS })
  const { rows = [], counts = {} } = outcomes.get(phase) ?? {}
  return { broken: rows.filter(row => row.holds === false), done: sumOf(counts) }
}
