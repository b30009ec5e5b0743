import type { EncodedRecords, Encoding } from '#api/engines/contract.ts'
import { createEncoder } from '#api/engines/index.ts'
import { createIndexRecords, type RecordSource } from '#api/engines/index-record.ts'
import type { TaskResult } from '#api/lib/worker-task.ts'
import { generateRange } from './generate.ts'
import { SEED_SOURCES, type SeedSourceKey } from './sources-table.ts'

/** What decides about a unit besides its people: the same for a whole load. */
export interface UnitSetup {
  encoding: Encoding
  seed: number
  suppressKey: string
  /** Subject keys of everybody who must not be stored. */
  suppressed: readonly bigint[]
  /** In the order of `SEED_SOURCES`. */
  sources: readonly RecordSource[]
}

/** People that are made, prepared and stored in one transaction. */
export interface UnitTask {
  from: number
  to: number
  /** Number of the batch of each source, in the order of `SEED_SOURCES`. */
  batches: readonly number[]
}

export interface Unit {
  encoded: EncodedRecords
  /** Rows by source, in the order of `SEED_SOURCES`. */
  stored: number[]
  suppressed: number[]
}

export const SOURCE_PLACES: ReadonlyMap<SeedSourceKey, number> = new Map(
  SEED_SOURCES.map((source, at) => [source.key, at])
)

/** How many records of each source people leave: what has to be counted to know where a load stopped. */
export function countRange(range: { from: number; to: number; seed: number }): number[] {
  const counts: number[] = SEED_SOURCES.map(() => 0)
  for (const { source } of generateRange(range)) add(counts, placeOf({ source }))
  return counts
}

const placeOf = ({ source }: { source: SeedSourceKey }): number => SOURCE_PLACES.get(source) ?? -1

function add(counts: number[], place: number): void {
  counts[place] = (counts[place] ?? 0) + 1
}

/** Makes the records of people and all that is computed of them. The same in every thread. */
export function createUnitMaker(setup: UnitSetup): (task: UnitTask) => TaskResult<Unit> {
  const suppressed = new Set(setup.suppressed)
  const makers = setup.sources.map(source => createIndexRecords(source, setup.suppressKey))
  const encoder = createEncoder(setup.encoding)

  return ({ from, to, batches }) => {
    const stored: number[] = SEED_SOURCES.map(() => 0)
    const hidden: number[] = SEED_SOURCES.map(() => 0)
    for (const { source, rid, values } of generateRange({ from, to, seed: setup.seed })) {
      const place = placeOf({ source })
      const record = makers[place]?.(rid, values)
      if (!record) throw new Error('a record of an unknown source')
      if (suppressed.size > 0 && record.subjectKeys.some(key => suppressed.has(key))) {
        add(hidden, place)
        continue
      }
      encoder.add(record, batches[place] ?? 0)
      add(stored, place)
    }
    const encoded = encoder.take()
    return { result: { encoded, stored, suppressed: hidden }, transfer: [encoded.bytes.buffer] }
  }
}
