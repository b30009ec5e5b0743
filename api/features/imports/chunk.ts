import { createNewWords, createRowBuffer } from '#api/engines/index.ts'
import type { Answer } from '#api/lib/workers.ts'
import { createIntake, type IntakeRules, type Taken } from './intake.ts'
import { type PackedRows, unpackRows } from './packed.ts'

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

/** Decides about rows and computes all that is stored of them. The same in every thread. */
export function createChunkMaker(setup: ChunkSetup): (task: ChunkTask) => Answer<Chunk> {
  const suppressed = new Set(setup.suppressed)
  const buffer = createRowBuffer()
  const words = createNewWords()
  let current: { revision: number; intake: ReturnType<typeof createIntake> } | undefined

  return ({ rules, revision, rows }) => {
    if (current?.revision !== revision) {
      current = { revision, intake: createIntake({ ...rules, suppressKey: setup.suppressKey, suppressed }) }
    }
    const { intake } = current
    const last = new Map<bigint, Extract<Taken, { outcome: 'stored' }>>()
    const rejected: [number, string][] = []
    let [place, stored, hidden] = [0, 0, 0]
    for (const values of unpackRows(rows)) {
      if (values) {
        const taken = intake.take(values)
        if (taken.outcome === 'rejected') rejected.push([place, taken.reason])
        else if (taken.outcome === 'suppressed') hidden += 1
        else {
          stored += 1
          last.set(taken.place.id, taken)
        }
      }
      place += 1
    }
    for (const { record, place } of last.values()) {
      buffer.add(record, place)
      words.learn(record.names)
    }
    const bytes = buffer.take()
    const counts = { records: last.size, stored, suppressed: hidden }
    const result = { bytes, words: words.take(), ...counts, rejected }
    return { result, moved: [bytes.buffer] }
  }
}
