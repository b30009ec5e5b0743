import type { IndexRecord } from './index-record.ts'

/** How `createEncoder` makes an encoder in any thread. Plain data. */
export interface Encoding {
  /** Address of a module that exports `createEncoder(data)`. */
  module: string
  data: unknown
}

/** Turns records into what a writer takes. It is stateful: use one for each load and thread. */
export interface RecordEncoder {
  /** A repeated record replaces the earlier one. */
  add(record: IndexRecord, batchId: number): void
  take(): EncodedRecords
  discard(): void
}

/** Encoded records for a writer. The memory of `bytes` may be transferred. */
export interface EncodedRecords {
  bytes: Uint8Array<ArrayBuffer>
  /** Spellings new to this encoder, as the engine stores them. */
  spellings: string
  counts: Map<string, number>
}
