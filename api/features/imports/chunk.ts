import type { Answer } from '#api/lib/workers.ts'
import { createIntake, type IntakeRules } from './intake.ts'
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
  /** Lines of COPY, each number once: of equal ones the last. */
  bytes: Uint8Array<ArrayBuffer>
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
  const encoder = new TextEncoder()
  let current: { revision: number; intake: ReturnType<typeof createIntake> } | undefined

  return ({ rules, revision, rows }) => {
    if (current?.revision !== revision) {
      current = { revision, intake: createIntake({ ...rules, suppressKey: setup.suppressKey, suppressed }) }
    }
    const { intake } = current
    const lines = new Map<bigint, string>()
    const rejected: [number, string][] = []
    let [place, stored, hidden] = [0, 0, 0]
    for (const values of unpackRows(rows)) {
      if (values) {
        const taken = intake.take(values)
        if (taken.outcome === 'rejected') rejected.push([place, taken.reason])
        else if (taken.outcome === 'suppressed') hidden += 1
        else {
          stored += 1
          lines.set(taken.id, taken.line)
        }
      }
      place += 1
    }
    const bytes = encoder.encode([...lines.values()].join(''))
    const result = { bytes, records: lines.size, stored, suppressed: hidden, rejected }
    return { result, moved: [bytes.buffer] }
  }
}
