import type { SQL } from 'bun'
import type { BatchRemoval, RemovalProgress } from './batch-removal.ts'
import type { IndexRecord } from './index-record.ts'
import type { Candidate, SearchPolicy, SourceKey } from './policy.ts'
import type { RecordSubjects } from './subject-keys.ts'

export type { BatchRemoval, RemovalProgress } from './batch-removal.ts'
export type { Candidate, SearchPolicy, SourceInPolicy, SourceKey } from './policy.ts'

/**
 * The system of record: every record with its versions, the batches that brought them and the subject keys of its people.
 * Engines are indexes of it.
 */
export interface Book {
  /** @param report Tells an operator what the load waits for. */
  openWriter(load: Load, report: Report): Promise<RecordWriter>
  /** What `removeBatch` would do now. */
  planRemoval(batchId: number): Promise<BatchRemoval>
  /**
   * Takes back what a batch brought, so that every record is as the other batches by themselves would have left it: in
   * portions, each with its own call of `book`, beside loads of other batches. A version of somebody who is suppressed
   * by now does not come back. An interrupted removal continues when called again. The caller takes care that only one
   * batch of a source is taken back at a time.
   */
  removeBatch(batchId: number, book: BookRemoved, onProgress: RemovalProgress): Promise<BatchRemoval>
  /**
   * Removes at most `most` records of a source that is to lose all, with all that is kept of them, in portions, each with
   * its own call of `book` in a short transaction. Returns how many, fewer than `most` also when it looked long enough for
   * one call. The caller takes care that nobody else changes the source.
   */
  removeOfSource(source: SourceKey, most: number, book: BookRemoved): Promise<number>
  /**
   * Removes records of these people for good, with all that is kept of them: a portion at each call, with its own call of
   * `book` in the transaction.
   *
   * @param from Where the last portion ended; 0 begins.
   */
  eraseSubjects(subjectKeys: readonly string[], from: number, book: BookRemoved): Promise<ErasedPortion>
  /**
   * Makes anew what is stored of a source's records: present versions and earlier ones, a portion at each call, atomic and
   * safe to repeat. The caller takes care that nobody loads or takes back batches of it during a call.
   *
   * @param from Where the last portion ended; null begins.
   */
  remake(source: SourceKey, from: string | null, make: MakeRecord): Promise<RemadePortion>
  /** Records by their numbers, in whatever order, as far as the policy allows. Null when there was no time. */
  read(
    numbers: readonly bigint[],
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<Candidate[] | null>
  /** What the gate needs of records by their numbers, as far as the policy allows. Null when there was no time. */
  readSubjects(...parameters: Parameters<Book['read']>): Promise<RecordSubjects[] | null>
  /** How many of these records were loaded, or changed, after a moment. */
  countSince(numbers: readonly bigint[], since: Date): Promise<number>
  /** At most `limit` records of a source, or of a batch of it, as far as the policy allows. Null when there was no time. */
  sample(
    source: SourceKey,
    limit: number,
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal,
    batch?: number
  ): Promise<Candidate[] | null>
}

/** What a load is expected to bring. It decides how records are stored, never which. */
export interface Load {
  sources: readonly SourceKey[]
  expectedRecords: number
  isResumed: boolean
  /** Hardly any of its records are stored already. */
  isProbablyNew: boolean
}

/** Receives progress messages for the operator, in Russian. */
export type Report = (text: string) => void

/** The record of the values that are stored of it, in the order of its source's columns. */
export type MakeRecord = (rid: string, values: readonly string[]) => IndexRecord

export interface ErasedPortion {
  /** Where the next portion begins; null when all was looked at. */
  next: number | null
  removed: number
}

export interface RemadePortion {
  /** Where the next portion begins; null when all is remade. */
  next: string | null
  /** Records whose present version was looked at. */
  records: number
  /** How far it is, 0–1. */
  part: number
}

/**
 * Updates the caller's counters in the transaction of the records. When it throws, the records are rolled back.
 *
 * @param sql That transaction.
 */
type BookCounts<Count> = (sql: SQL, bySource: ReadonlyMap<SourceKey, Count>) => Promise<void>
export type BookWritten = BookCounts<WrittenRecords>
export type BookRemoved = BookCounts<number>

export interface WrittenRecords {
  added: number
  /** Records that another batch had brought, in another version. */
  changed: number
}

/** How rows name the sources of a load. Plain data. */
export type SourceNumbers = Record<SourceKey, number>

/**
 * Writes the records of one load, chunk by chunk. A record that is stored just so stays with the batch that brought it
 * and is shared by the one that repeats it; the version that a record had before is kept.
 */
export interface RecordWriter {
  /** For `createRecordEncoder`, in any thread. */
  sourceNumbers: SourceNumbers
  write(chunk: EncodedRecords, book: BookWritten): Promise<void>
  /** Also after a failure. Safe to repeat. */
  commit(): Promise<void>
}

/** Encoded records for a writer. The memory of `bytes` may be transferred. */
export interface EncodedRecords {
  bytes: Uint8Array<ArrayBuffer>
  /** Spellings new to this encoder, as the vocabulary stores them. */
  spellings: string
  counts: Map<string, number>
}

/** Turns records into what a writer takes. It is stateful: use one for each load and thread. */
export interface RecordEncoder {
  /** A repeated record replaces the earlier one. */
  add(record: IndexRecord, batchId: number): void
  take(): EncodedRecords
  discard(): void
}
