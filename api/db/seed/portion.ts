import type { EncodedRecords, SourceNumbers } from '#api/book/contract.ts'
import { createIndexRecords, type RecordSource } from '#api/book/index-record.ts'
import { createRecordEncoder } from '#api/book/record-encoder.ts'
import { createSuppressedKeys } from '#api/book/suppressed-keys.ts'
import type { TaskResult } from '#api/processes/worker-task.ts'
import { generateRange } from './generate.ts'
import { SEED_SOURCES, type SeedSourceKey } from './sources-table.ts'

export interface PortionSetup {
  sourceNumbers: SourceNumbers
  seed: number
  suppressKey: string
  /** As `suppressionList` reads them. */
  suppressed: Uint8Array | null
  /** In the order of `SEED_SOURCES`. */
  sources: readonly RecordSource[]
}

export interface PortionTask {
  from: number
  to: number
  batches: readonly number[]
}

export interface Portion {
  encoded: EncodedRecords
  /** In the order of `SEED_SOURCES`. */
  stored: number[]
  suppressed: number[]
}

const SOURCE_PLACES: ReadonlyMap<SeedSourceKey, number> = new Map(
  SEED_SOURCES.map((source, at) => [source.key, at])
)

/** Tells where a load stopped. */
export function countRange(range: { from: number; to: number; seed: number }): number[] {
  const counts: number[] = SEED_SOURCES.map(() => 0)
  for (const { source } of generateRange(range)) increment(counts, placeOf({ source }))
  return counts
}

const placeOf = ({ source }: { source: SeedSourceKey }): number => SOURCE_PLACES.get(source) ?? -1

function increment(counts: number[], place: number): void {
  counts[place] = (counts[place] ?? 0) + 1
}

export async function createPortionMaker(
  setup: PortionSetup
): Promise<(task: PortionTask) => TaskResult<Portion>> {
  const suppressed = createSuppressedKeys(setup.suppressed)
  const makers = setup.sources.map(source => createIndexRecords(source, setup.suppressKey))
  const encoder = createRecordEncoder(setup.sourceNumbers)

  return ({ from, to, batches }) => {
    const stored: number[] = SEED_SOURCES.map(() => 0)
    const suppressedRows: number[] = SEED_SOURCES.map(() => 0)
    for (const { source, rid, values } of generateRange({ from, to, seed: setup.seed })) {
      const place = placeOf({ source })
      const record = makers[place]?.(rid, values)
      if (!record) throw new Error('a record of an unknown source')
      if (suppressed && record.subjectKeys.some(key => suppressed.has(key))) {
        increment(suppressedRows, place)
        continue
      }
      encoder.add(record, batches[place] ?? 0)
      increment(stored, place)
    }
    const encoded = encoder.take()
    return { result: { encoded, stored, suppressed: suppressedRows }, transfer: [encoded.bytes.buffer] }
  }
}
