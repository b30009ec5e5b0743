import { unsignedHash64 } from '#api/lib/hash64.ts'
import type { IndexRecord } from './index-record.ts'

interface RowLocation {
  id: bigint
  sourceId: number
  batchId: number
}

/** Binary COPY rows of `rec` (PostgreSQL 18, «COPY», Binary Format) without header and trailer. */
interface CopyEncoder {
  /** Returns the row number since the last `take`. */
  add(record: IndexRecord, place: RowLocation): number
  drop(row: number): void
  take(): Uint8Array<ArrayBuffer>
}

/** Signature, no flags, no extension. */
export const COPY_HEADER = new Uint8Array(
  [...'PGCOPY\n\xff\r\n\0'].map(sign => sign.charCodeAt(0)).concat(Array(8).fill(0))
)
export const COPY_END = new Uint8Array([0xff, 0xff])

const FIELDS = 8
const INT8_OID = 20
const NULL = -1
const START_BYTES = 1024 ** 2
/** Upper bound of a row without texts and array elements. */
const FIXED_BYTES = 128
const ELEMENT_BYTES = 12
const UTF8_BYTES_PER_CHAR = 3

export function createCopyEncoder(): CopyEncoder {
  let buffer = Buffer.allocUnsafe(START_BYTES)
  let view = new DataView(buffer.buffer, buffer.byteOffset)
  let at = 0
  let starts: number[] = []
  let dropped = new Set<number>()

  function makeRoom(bytes: number): void {
    if (at + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, at + bytes))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
    view = new DataView(buffer.buffer, buffer.byteOffset)
  }

  function int4(value: number): void {
    view.setInt32(at, value)
    at += 4
  }

  function int2Field(value: number): void {
    int4(2)
    view.setInt16(at, value)
    at += 2
  }

  function int8Field(value: bigint): void {
    int4(8)
    view.setBigInt64(at, value)
    at += 8
  }

  function textField(text: string): void {
    const length = buffer.write(text, at + 4, 'utf8')
    int4(length)
    at += length
  }

  function arrayField(count: number): void {
    const hasElements = count > 0
    int4(hasElements ? 20 + ELEMENT_BYTES * count : 12)
    int4(hasElements ? 1 : 0)
    int4(0)
    int4(INT8_OID)
    if (!hasElements) return
    int4(count)
    int4(1)
  }

  function closeGaps(): void {
    let to = 0
    for (const [row, start] of starts.entries()) {
      if (dropped.has(row)) continue
      const end = starts[row + 1] ?? at
      buffer.copyWithin(to, start, end)
      to += end - start
    }
    at = to
  }

  return {
    add({ rid, values, keys, surname, subjectKeys }, { id, sourceId, batchId }) {
      const doc = JSON.stringify(withoutEmptyEnd(values))
      const elements = keys.length + subjectKeys.length
      starts.push(at)
      makeRoom(FIXED_BYTES + UTF8_BYTES_PER_CHAR * (doc.length + rid.length) + ELEMENT_BYTES * elements)
      view.setInt16(at, FIELDS)
      at += 2
      int8Field(id)
      int2Field(sourceId)
      int4(4)
      int4(batchId)
      textField(rid)
      textField(doc)
      arrayField(keys.length)
      for (const key of keys) int8Field(unsignedHash64(key))
      if (surname === null) int4(NULL)
      else int8Field(unsignedHash64(surname))
      arrayField(subjectKeys.length)
      for (const key of subjectKeys) int8Field(key)
      return starts.length - 1
    },

    drop(row) {
      dropped.add(row)
    },

    take() {
      if (dropped.size > 0) closeGaps()
      const rows = new Uint8Array(buffer.subarray(0, at))
      at = 0
      starts = []
      dropped = new Set()
      return rows
    }
  }
}

function withoutEmptyEnd(values: readonly string[]): readonly string[] {
  let end = values.length
  while (end > 0 && values[end - 1] === '') end -= 1
  return end === values.length ? values : values.slice(0, end)
}
