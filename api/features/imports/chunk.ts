import type { EncodedRecords, Encoding } from '#api/engines/contract.ts'
import { createEncoder } from '#api/engines/index.ts'
import type { TaskResult } from '#api/lib/worker-task.ts'
import { createRowProcessor, type RowRules } from './process-row.ts'
import { type PackedRows, unpackRows } from './row-transfer.ts'

/** What decides about rows besides themselves and their columns. */
export interface ChunkSetup {
  encoding: Encoding
  suppressKey: string
  /** Subject keys of everybody who must not be stored. */
  suppressed: readonly bigint[]
}

/** Rows that are prepared and stored together. */
export interface ChunkTask {
  rules: Omit<RowRules, 'suppressKey' | 'suppressed'>
  /** Changes with the rules. */
  revision: number
  rows: PackedRows
}

export interface Chunk {
  /** Each record once: of equal ones the last. */
  encoded: EncodedRecords
  stored: number
  suppressed: number
  /** Place of each rejected row, and why. */
  rejected: [number, string][]
}

/** Names of columns that the rules of a chunk do not know: it has to be made again with rules that do. */
export interface UnknownColumns {
  unknown: string[]
}

/** Decides about rows and computes all that is stored of them. The same in every thread. */
export function createChunkMaker(setup: ChunkSetup): (task: ChunkTask) => TaskResult<Chunk | UnknownColumns> {
  const suppressed = new Set(setup.suppressed)
  const encoder = createEncoder(setup.encoding)
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
    let [at, stored, hidden] = [-1, 0, 0]
    for (const values of unpackRows(rows)) {
      at += 1
      if (!values) continue
      const outcome = processor.process(values)
      if (outcome.outcome === 'rejected') rejected.push([at, outcome.reason])
      else if (outcome.outcome === 'suppressed') hidden += 1
      else {
        encoder.add(outcome.record, rules.batchId)
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
    const result = { encoded, stored, suppressed: hidden, rejected }
    return { result, transfer: [encoded.bytes.buffer] }
  }
}
