import { expect, test } from 'bun:test'
import { sumOf } from './phase.ts'
import { torture } from './torture.ts'

/** Of `bun run torture`, each time the same; kills and the matrix have slices of their own (`bun run crash`, `connections.test.ts`). */
const SLICE = { seed: 12, inputs: 10_000, from: 0, scale: 0.1, say: () => {} }
const PHASES = ['fuzz', 'races', 'freezes', 'slow']
/** After it a phase begins nothing new; what it has begun, and its audit, come to their end. */
const SLICE_MS = 240_000
const END_MS = 60_000

test.each(PHASES)(
  '%s breaks no invariant',
  async name => {
    const outcomes = await torture([name], { ...SLICE, until: performance.now() + SLICE_MS })
    const { rows = [], counts = {} } = outcomes.get(name) ?? {}
    expect(rows.filter(row => row.holds === false)).toEqual([])
    expect(sumOf(counts)).toBeGreaterThan(0)
  },
  SLICE_MS + END_MS
)
