import { createRecordMaker, type RecordSource } from '#api/engines/index-record.ts'
import { createRowBuffer } from '#api/engines/postgres/copy-encoder.ts'
import { recordNumber } from '#api/engines/postgres/hash.ts'
import { createNewWords } from '#api/engines/postgres/spelling-collector.ts'
import type { Answer } from '#api/lib/worker-pool.ts'
import { generateRange, type SeedRecord } from './generate.ts'
import { SEED_SOURCES, type SeedSourceKey } from './sources-table.ts'

/** What decides about a unit besides its people: the same for a whole load. */
export interface UnitSetup {
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
  /** Rows of COPY, ready to be stored. */
  bytes: Uint8Array<ArrayBuffer>
  /** Words of names that are new to this maker. */
  words: string
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

const placeOf = ({ source }: Pick<SeedRecord, 'source'>): number => SOURCE_PLACES.get(source) ?? -1

function add(counts: number[], place: number): void {
  counts[place] = (counts[place] ?? 0) + 1
}

/** Makes the records of people and all that is computed of them. The same in every thread. */
export function createUnitMaker(setup: UnitSetup): (task: UnitTask) => Answer<Unit> {
  const suppressed = new Set(setup.suppressed)
  const makers = setup.sources.map(source => createRecordMaker(source, setup.suppressKey))
  const buffer = createRowBuffer()
  const words = createNewWords()

  return ({ from, to, batches }) => {
    const stored: number[] = SEED_SOURCES.map(() => 0)
    const hidden: number[] = SEED_SOURCES.map(() => 0)
    for (const record of generateRange({ from, to, seed: setup.seed })) {
      const place = placeOf(record)
      const source = setup.sources[place]
      const made = makers[place]?.(record.rid, record.values)
      if (!source || !made) throw new Error('a record of an unknown source')
      if (suppressed.size > 0 && made.subjectKeys.some(key => suppressed.has(key))) {
        add(hidden, place)
        continue
      }
      const id = recordNumber(made.record_id)
      buffer.add(made, { id, sourceId: source.id, batchId: batches[place] ?? 0, ...record })
      words.learn(made.names)
      add(stored, place)
    }
    const bytes = buffer.take()
    return { result: { bytes, words: words.take(), stored, suppressed: hidden }, moved: [bytes.buffer] }
  }
}
