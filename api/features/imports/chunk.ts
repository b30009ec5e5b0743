import { createNewWords, createRowBuffer } from '#api/engines/index.ts'
import type { Answer } from '#api/lib/worker-pool.ts'
import { createIntake, type IntakeRules } from './process-row.ts'
import { type PackedRows, unpackRows } from './row-transfer.ts'

/** What decides about rows besides themselves and their columns. */
export interface ChunkSetup {
  suppressKey: string
  /** Subject keys of everybody who must not be stored. */
  suppressed: readonly bigint[]
}

/** Rows that are prepared and stored together. */
export interface ChunkTask {
  rules: Omit<IntakeRules, 'suppressKey' | 'suppressed'>
  /** Changes with the rules. */
  revision: number
  rows: PackedRows
}

export interface Chunk {
  /** Rows of COPY, each number once: of equal ones the last. */
  bytes: Uint8Array<ArrayBuffer>
  /** Words of names that are new to this maker. */
  words: string
  /** Different numbers among them. */
  records: number
  stored: number
  suppressed: number
  /** Place of each rejected row, and why. */
  rejected: [number, string][]
}

/** Names of columns that the rules of a chunk do not know: it has to be made again with rules that do. */
export interface Unknown {
  unknown: string[]
}

/** Decides about rows and computes all that is stored of them. The same in every thread. */
export function createChunkMaker(setup: ChunkSetup): (task: ChunkTask) => Answer<Chunk | Unknown> {
  const suppressed = new Set(setup.suppressed)
  const buffer = createRowBuffer()
  const words = createNewWords()
  let current: { revision: number; intake: ReturnType<typeof createIntake> } | undefined

  return ({ rules, revision, rows }) => {
    if (current?.revision !== revision) {
      current = { revision, intake: createIntake({ ...rules, suppressKey: setup.suppressKey, suppressed }) }
    }
    const { intake } = current
    const last = new Map<bigint, number>()
    const rejected: [number, string][] = []
    let [at, stored, hidden] = [-1, 0, 0]
    for (const values of unpackRows(rows)) {
      at += 1
      if (!values) continue
      const taken = intake.take(values)
      if (taken.outcome === 'rejected') rejected.push([at, taken.reason])
      else if (taken.outcome === 'suppressed') hidden += 1
      else {
        const { record, place } = taken
        const equal = last.get(place.id)
        if (equal !== undefined) buffer.drop(equal)
        last.set(place.id, buffer.add(record, place))
        words.learn(record.names)
        stored += 1
      }
    }
    const bytes = buffer.take()
    const unknown = intake.unknown()
    // Words that were learned stay for the next chunk of this thread: who makes these rows again learns its own.
    if (unknown.length > 0) {
      current = undefined
      return { result: { unknown }, moved: [] }
    }
    const counts = { records: last.size, stored, suppressed: hidden }
    const result = { bytes, words: words.take(), ...counts, rejected }
    return { result, moved: [bytes.buffer] }
  }
}
