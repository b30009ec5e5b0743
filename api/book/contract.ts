import type { SQL } from 'bun'
import type { BatchRemoval, RemovalProgress } from './batch-removal.ts'
import type { IndexRecord } from './index-record.ts'
import type { Candidate, SearchPolicy, SourceKey } from './policy.ts'
import type { RecordSubjects } from './subject-keys.ts'

export type { BatchRemoval, RemovalProgress } from './batch-removal.ts'
export type { Candidate, SearchPolicy, SourceInPolicy, SourceKey } from './policy.ts'

/** The system of record: records with versions, batches and subject keys. Engines are indexes of it. */
export interface Book {
  /** Opened before the list of suppressed people is read. @param report Receives what the load waits for. */
  openWriter(load: Load, report: Report): Promise<RecordWriter>
  /** Forecast of `removeBatch`. */
  planRemoval(batchId: number): Promise<BatchRemoval>
  /**
   * Removes a batch as if it had never been loaded, in portions, each with its own `book` call, beside other loads.
   * Versions of suppressed people do not return. Resumes when called again. One removal per source at a time.
   */
  removeBatch(batchId: number, book: BookRemoved, onProgress: RemovalProgress): Promise<BatchRemoval>
  /**
   * Removes up to `most` records of a source in portions, each with a `book` call in a short transaction. Returns how
   * many; fewer than `most` also when time is up. Nobody else may change the source.
   */
  removeOfSource(source: SourceKey, most: number, book: BookRemoved): Promise<number>
  /**
   * Erases records of these people for good, one portion per call, with `book` in the transaction.
   * @param from Where the last portion ended; 0 begins.
   */
  eraseSubjects(subjectKeys: readonly string[], from: number, book: BookRemoved): Promise<ErasedPortion>
  /**
   * Recomputes stored keys of a source's records and earlier versions, one atomic and repeatable portion per call.
   * Nobody may load or remove its batches meanwhile.
   * @param from Where the last portion ended; null begins.
   */
  rekey(source: SourceKey, from: string | null, make: MakeRecord): Promise<RekeyedPortion>
  /** Records by number, unordered, within the policy. Null without time. */
  read(
    numbers: readonly bigint[],
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<Candidate[] | null>
  /** What the gate needs of records, within the policy. Null without time. */
  readSubjects(...parameters: Parameters<Book['read']>): Promise<RecordSubjects[] | null>
  /** How many of these records were added or changed after a moment. */
  countSince(numbers: readonly bigint[], since: Date): Promise<number>
  /** Up to `limit` records of a source or batch within the policy. Null without time. */
  sample(
    source: SourceKey,
    limit: number,
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal,
    batch?: number
  ): Promise<Candidate[] | null>
}

/** Expectations of a load, which decide how records are stored, never which. */
export interface Load {
  sources: readonly SourceKey[]
  expectedRecords: number
  isResumed: boolean
  /** Hardly any record is stored already. */
  isProbablyNew: boolean
}

/** Progress messages in Russian. */
export type Report = (text: string) => void

/** Rebuilds a record from its stored values, in the source's column order. */
export type MakeRecord = (rid: string, values: readonly string[]) => IndexRecord

export interface ErasedPortion {
  /** Start of the next portion; null at the end. */
  next: number | null
  removed: number
}

export interface RekeyedPortion {
  /** Start of the next portion; null at the end. */
  next: string | null
  records: number
  /** 0–1. */
  part: number
}

/** Updates the caller's counters in the transaction of the records; throwing rolls them back. */
type BookCounts<Count> = (sql: SQL, bySource: ReadonlyMap<SourceKey, Count>) => Promise<void>
type BookWritten = BookCounts<WrittenRecords>
export type BookRemoved = BookCounts<number>

export interface WrittenRecords {
  added: number
  /** Stored before in another version. */
  changed: number
  /** Left out, because the list of suppressed people has them since the load began. */
  suppressed: number
}

export type SourceNumbers = Record<SourceKey, number>

/** Identical records are shared between batches; a changed one keeps its earlier version. */
export interface RecordWriter {
  /** For `createRecordEncoder`, in any thread. */
  sourceNumbers: SourceNumbers
  write(chunk: EncodedRecords, book: BookWritten): Promise<void>
  /** Required also after a failure. Idempotent. */
  commit(): Promise<void>
}

/** `bytes` may be transferred between threads. */
export interface EncodedRecords {
  bytes: Uint8Array<ArrayBuffer>
  spellings: string
  counts: Map<string, number>
}

/** Encodes records for a writer. Stateful: one per load and thread. */
export interface RecordEncoder {
  /** A repeated record replaces the earlier one. */
  add(record: IndexRecord, batchId: number): void
  take(): EncodedRecords
  discard(): void
}
