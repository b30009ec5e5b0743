import type { EncodedRecords, SourceNumbers } from '#api/book/contract.ts'
import { createRecordEncoder } from '#api/book/record-encoder.ts'
import { createSuppressedKeys } from '#api/book/suppressed-keys.ts'
import type { TaskResult } from '#api/processes/worker-task.ts'
import type { DoubtfulCell } from './columns/doubtful-values.ts'
import { createRowProcessor, type RowRules } from './process-row.ts'
import { type PackedRows, unpackRows } from './row-transfer.ts'

export interface ChunkSetup {
  sourceNumbers: SourceNumbers
  suppressKey: string
  /** As `suppressionList` reads them. */
  suppressed: Uint8Array | null
}

export interface ChunkTask {
  rules: Omit<RowRules, 'suppressKey' | 'suppressed'>
  revision: number
  rows: PackedRows
}

export interface Chunk {
  encoded: EncodedRecords
  stored: number
  suppressed: number
  rejected: [number, string][]
  doubtful: [number, DoubtfulCell[]][]
}

/** The chunk must be rebuilt with rules for these columns. */
export interface UnknownColumns {
  unknown: string[]
}

export async function createChunkMaker(
  setup: ChunkSetup
): Promise<(task: ChunkTask) => TaskResult<Chunk | UnknownColumns>> {
  const suppressed = createSuppressedKeys(setup.suppressed)
  const encoder = createRecordEncoder(setup.sourceNumbers)
  let current: { revision: number; rows: ReturnType<typeof createRowProcessor> } | undefined

  return ({ rules, revision, rows }) => {
    if (current?.revision !== revision) {
      current = {
        revision,
        rows: createRowProcessor({ ...rules, suppressKey: setup.suppressKey, suppressed })
      }
    }
    const processor = current.rows
    const rejected: [number, string][] = []
    const doubtful: Chunk['doubtful'] = []
    let [at, stored, suppressedRows] = [-1, 0, 0]
    for (const values of unpackRows(rows)) {
      at += 1
      if (!values) continue
      const outcome = processor.process(values)
      if (outcome.outcome === 'rejected') rejected.push([at, outcome.reason])
      else if (outcome.outcome === 'suppressed') suppressedRows += 1
      else {
        encoder.add(outcome.record, rules.batchId)
        if (outcome.doubtful.length > 0) doubtful.push([at, outcome.doubtful])
        stored += 1
      }
    }
    const unknown = processor.unknown()
    if (unknown.length > 0) {
      encoder.discard()
      current = undefined
      return { result: { unknown }, transfer: [] }
    }
    const encoded = encoder.take()
    const result = { encoded, stored, suppressed: suppressedRows, rejected, doubtful }
    return { result, transfer: [encoded.bytes.buffer] }
  }
}
