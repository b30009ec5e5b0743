import { recordNumber } from '#api/lib/hash64.ts'
import type { RecordEncoder, SourceNumbers } from './contract.ts'
import { createCopyEncoder } from './copy-encoder.ts'
import { createSpellingCollector } from './vocabulary/spelling-collector.ts'

export function createRecordEncoder(sourceNumbers: SourceNumbers): RecordEncoder {
  const rows = createCopyEncoder()
  const spellings = createSpellingCollector()
  let rowOf = new Map<bigint, number>()
  let counts = new Map<string, number>()

  function takeRows() {
    const chunk = { bytes: rows.take(), counts }
    rowOf = new Map()
    counts = new Map()
    return chunk
  }

  return {
    add(record, batchId) {
      const { source, rid } = record
      const sourceId = sourceNumbers[source]
      if (sourceId === undefined) throw new Error('a record of an unknown source')
      const id = recordNumber(`${source}:${rid}`)
      const earlier = rowOf.get(id)
      if (earlier === undefined) counts.set(source, (counts.get(source) ?? 0) + 1)
      else rows.drop(earlier)
      rowOf.set(id, rows.add(record, { id, sourceId, batchId }))
      spellings.collect(record)
    },

    take: () => ({ ...takeRows(), spellings: spellings.take() }),

    // Spellings stay for the next chunk, because the collector sends each once.
    discard: () => void takeRows()
  }
}
