import { EXAMPLE_RECORDS } from './example-family.ts'
import { viewOf } from './noise.ts'
import { makePeople, type Person } from './people.ts'
import type { Random } from './random.ts'
import { SEED_SOURCES, type SeedRecord } from './sources-table.ts'
import { WRITERS } from './writers.ts'

const WRITTEN_TWICE = 0.02

/**
 * Synthetic people in all sources, the example family first. A longer run begins like a shorter one of the same seed.
 */
export const generatePeople = ({ people, seed }: { people: number; seed: number }): Generator<SeedRecord> =>
  generateRange({ from: 0, to: people, seed })

/** `from` must start a block of people. */
export function* generateRange(range: { from: number; to: number; seed: number }): Generator<SeedRecord> {
  const { from, to, seed } = range
  if (from === 0) yield* EXAMPLE_RECORDS
  for (const { person, random } of makePeople(to, seed, from)) yield* recordsOf(person, seed, random)
}

export function* recordsOf(person: Person, seed: number, random: Random): Generator<SeedRecord> {
  const number = `${seed}-${person.no}`
  let written = 0
  for (const source of SEED_SOURCES) {
    if (!random.chance(source.share)) continue
    const values = WRITERS[source.key](viewOf(person, random), random)
    if (!values) continue
    written += 1
    yield { source: source.key, rid: number, values }
    if (random.chance(WRITTEN_TWICE))
      yield { source: source.key, rid: `${number}-2`, values: withOtherNumber(values, source.columns) }
  }
  if (written > 0) return
  const values = WRITERS.demo_phones_03(viewOf(person, random), random)
  if (values) yield { source: 'demo_phones_03', rid: number, values }
}

function withOtherNumber(values: string[], columns: readonly { kind: string }[]): string[] {
  return values.map((value, at) => (columns[at]?.kind === 'record_number' ? `${value}/2` : value))
}
