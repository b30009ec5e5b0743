import type { Encoding, RecordEncoder, SourceKey } from '#api/engines/contract.ts'
import type { IndexRecord } from '#api/engines/index-record.ts'
import { createSpellingCollector } from '#api/engines/vocabulary/spelling-collector.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { type Content, type StoredDocument, storedKey } from './documents.ts'
import type { Marks } from './index-marks.ts'
import { bulkIndex, writeAlias } from './index-names.ts'

interface ElasticEncoding extends Encoding {
  data: { namespace: string; marks: Marks }
}

/** What stands before the lines of a chunk. */
interface ChunkHeader {
  batches: number[]
}

/** Room for the number of a claim's chunk, which only the writer knows: spaces are allowed before a number. */
const CHUNK_PLACE = 11
const UNKNOWN_CHUNK = ','.concat('0'.padStart(CHUNK_PLACE))
const CLAIM_END = ',0]]}}'

export const encodingOf = (namespace: string, marks: Marks): ElasticEncoding => ({
  module: import.meta.url,
  data: { namespace, marks }
})

/** Called by the registry's `createEncoder`. Two lines a record, as the bulk interface takes them. */
export function createEncoder({ namespace, marks }: ElasticEncoding['data']): RecordEncoder {
  const indices = new Map(
    [...marks].map(([source, mark]) => [source, bulkIndex(writeAlias(namespace, source, mark))])
  )
  const spellings = createSpellingCollector()
  let lines = new Map<string, string>()
  let batches = new Set<number>()
  let counts = new Map<SourceKey, number>()

  function takeLines() {
    const header: ChunkHeader = { batches: [...batches] }
    const text = `${JSON.stringify(header)}\n${[...lines.values()].join('')}`
    const chunk = { bytes: new TextEncoder().encode(text), counts }
    lines = new Map()
    batches = new Set()
    counts = new Map()
    return chunk
  }

  return {
    add(record, batchId) {
      const { source, rid } = record
      const index = indices.get(source)
      if (!index) throw new Error('a record of a source that is not loaded')
      const n = String(recordNumber(`${source}:${rid}`))
      if (!lines.has(n)) counts.set(source, (counts.get(source) ?? 0) + 1)
      batches.add(batchId)
      const action = { create: { ...index, _id: n } }
      lines.set(n, `${JSON.stringify(action)}\n${lineOf(documentOf(record, n, batchId))}\n`)
      spellings.collect(record)
    },

    take: () => ({ ...takeLines(), spellings: spellings.take() }),

    // Collected spellings stay for the next chunk: the collector sends each only once.
    discard: () => void takeLines()
  }
}

/** What a version of a record says, as it is stored. */
export const contentOf = ({ values, keys, surname, subjectKeys }: IndexRecord): Content => ({
  k: keys.map(key => storedKey(key.toWellFormed())),
  ...(surname !== null && { s: surname.toWellFormed() }),
  u: subjectKeys.map(String),
  v: withoutEmptyEnd(values)
})

function documentOf(record: IndexRecord, n: string, batchId: number): StoredDocument {
  const { v, ...content } = contentOf(record)
  const d: StoredDocument['d'] = { r: record.rid.toWellFormed(), v, c: [[batchId, 0]] }
  return { n, ...content, b: [String(batchId)], d }
}

function lineOf(document: StoredDocument): string {
  const line = JSON.stringify(document)
  return `${line.slice(0, -CLAIM_END.length)}${UNKNOWN_CHUNK}]]}}`
}

function withoutEmptyEnd(values: readonly string[]): string[] {
  const last = values.findLastIndex(value => value !== '')
  return values.slice(0, last + 1).map(value => value.toWellFormed())
}

export const NEWLINE = 10
/** A slice of whole records is one call of the bulk interface. */
const SLICE_RECORDS = 4_000
const SLICE_BYTES = 8 * 1024 ** 2
/** «,          0]]}}» with the number of the batch before it. */
const TAIL = /\[\[(\d+),[ \d]{11}\]\]\}\}$/
const TAIL_BYTES = 32

/** Cuts a chunk into slices, and tells each claim which chunk of its batch this is. */
export function readChunk(
  bytes: Uint8Array,
  chunkOf: (batch: number) => number,
  header: ChunkHeader
): Uint8Array[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isFirst = header.batches.every(batch => chunkOf(batch) === 0)
  const slices: Uint8Array[] = []
  let from = buffer.indexOf(NEWLINE) + 1
  let records = 0
  for (let at = from; at < buffer.length; ) {
    const end = buffer.indexOf(NEWLINE, buffer.indexOf(NEWLINE, at) + 1)
    if (!isFirst) writeChunk(buffer, end, chunkOf)
    at = end + 1
    records += 1
    if (records < SLICE_RECORDS && at - from < SLICE_BYTES && at < buffer.length) continue
    slices.push(buffer.subarray(from, at))
    from = at
    records = 0
  }
  return slices
}

export const headerOf = (bytes: Uint8Array): ChunkHeader =>
  JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(NEWLINE))))

function writeChunk(buffer: Buffer, end: number, chunkOf: (batch: number) => number): void {
  const [, batch] = TAIL.exec(buffer.toString('latin1', end - TAIL_BYTES, end)) ?? []
  if (batch === undefined) throw new Error('a line of a chunk without its claim')
  const chunk = String(chunkOf(Number(batch))).padStart(CHUNK_PLACE)
  buffer.write(chunk, end - ']]}}'.length - CHUNK_PLACE, 'latin1')
}
