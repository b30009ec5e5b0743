import type { SQL } from 'bun'
import type { Spelling } from '#shared/identity/lookup/spelling-index.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { Columns, SourceRecord } from '#shared/identity/records/types.ts'
import type { IndexRecord } from './index-record.ts'

export type SourceKey = string

/** A place where records are kept and found. The product never asks which one it is. */
export interface SearchEngine {
  readonly name: EngineName
  /** Makes ready to be asked, and finishes what a killed load has left undone. */
  open(): Promise<void>
  /**
   * Answers each look-up, in their order. Promises: only sources of the policy; nobody suppressed, so that who must not
   * be seen takes no place and adds no `more`; of each step at most its limits; a source that fails, or is late when
   * `timeoutMs` is over, is in `failed` and does not fail the rest. Rejects with `signal.reason` when aborted.
   * Throws without a policy.
   */
  look(
    lookups: readonly Lookup[],
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<LookupAnswers>
  /**
   * How many records of each source a step finds under the policy: exact up to `cap`, and `cap`
   * beyond it. Null when they were not counted in time.
   */
  count(
    step: PlanStep,
    policy: SearchPolicy,
    cap: number,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<ReadonlyMap<SourceKey, number> | null>
  /** Stored spellings within one typing error of any of the words; null when that could not be told in time. */
  spellings(words: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<Spelling[] | null>
  /** Opens a load of records. */
  openWriter(load: Load, report: Report): Promise<RecordWriter>
  /**
   * Removes what a batch brought and nobody rewrote, in portions each of which `book` accompanies. Killed and called
   * again it goes on. Answers how many records are gone.
   */
  removeBatch(batchId: number, book: Booking, onProgress: RemovalProgress): Promise<number>
  /** Whether the engine can be asked now. Never throws. */
  health(): Promise<{ ok: boolean; records: number | null }>
  close(): Promise<void>
}

/** `memory` is the engine of the tests. */
export type EngineName = 'postgres' | 'elasticsearch' | 'memory'

/**
 * Who may be answered from what. A required argument of every search: an engine that is called without one throws.
 * The engine uses it to look only where it may; the gate in `gate.ts` is the authority on what leaves.
 */
export interface SearchPolicy {
  /** Sources with a complete, current passport, with their columns. Anything else finds nothing. */
  sources: ReadonlyMap<SourceKey, SourceInPolicy>
  /**
   * True for the subject keys of somebody who must not be found. Null while there is no such person: an engine need not
   * read subject keys then.
   */
  isSuppressed: ((subjectKeys: readonly string[]) => boolean) | null
}

export interface SourceInPolicy {
  /** Labels in the order in which the source stores and shows its values. */
  labels: readonly string[]
  columns: Columns
  /** A passport may list the labels that may be shown; then others never leave. */
  fields?: readonly string[]
}

/** Steps that are asked at the same time, and what each of them may bring. */
export interface Lookup {
  steps: readonly PlanStep[]
  limits: Limits
}

export interface Limits {
  perSource: number
  total: number
}

export interface LookupAnswers {
  /** In the order of the look-ups. */
  answers: LookupAnswer[]
  failed: Set<SourceKey>
  /** How long each source was at work, in whole microseconds; a source that was not reached is not in it. */
  tookUs: Map<SourceKey, number>
}

export interface LookupAnswer {
  candidates: Candidate[]
  /** Sources that have more than was taken. */
  more: Set<SourceKey>
}

/** A candidate as it comes out of an engine, before the gate. */
export interface Candidate extends SourceRecord {
  /**
   * First eight bytes of each keyed subject hash, as text of a signed number: they are compared and nothing else. Null
   * where they were not read, because the policy suppressed nobody.
   */
  subjectKeys: string[] | null
}

/** What a load is going to bring, as far as that is known: it decides how it is stored, never what. */
export interface Load {
  sources: readonly SourceKey[]
  expectedRecords: number
  /** It goes on where an earlier one was interrupted. */
  isResumed: boolean
  /** Hardly a record of it is stored already. */
  isProbablyNew: boolean
}

/** Told while something takes long: Russian, for a person. */
export type Report = (text: string) => void

/** Called with the records that are gone and the part of the work that is done, from 0 to 1. */
export type RemovalProgress = (removed: number, part: number) => void

/**
 * Writes the caller's books beside the records: in the same transaction where the engine shares the product's database,
 * else in one of its own after them. When it throws, the records are taken back or will be written again.
 *
 * @param sql The product's database, in that transaction.
 * @param changed By source how many records are new, or of a removal how many are gone.
 */
export type Booking = (sql: SQL, changed: ReadonlyMap<SourceKey, number>) => Promise<void>

/** Writes the records of one load, one chunk after another. A repeated record replaces itself and changes nothing. */
export interface RecordWriter {
  /** For `createEncoder` of the registry, in whichever thread. */
  encoding: Encoding
  /** An encoder for this thread. */
  createEncoder(): RecordEncoder
  write(chunk: EncodedRecords, book: Booking): Promise<void>
  /** Makes everything that was written findable, also after a failure. Safe to repeat. */
  commit(): Promise<void>
}

/** What an encoder has to know of the engine. Plain data. */
export interface Encoding {
  engine: EngineName
  sourceNumbers: Record<SourceKey, number>
}

/** Turns records into what a writer takes. It may learn while it works, so one load and one thread use one encoder. */
export interface RecordEncoder {
  /** A record that comes again takes the place of the earlier one. */
  add(record: IndexRecord, batchId: number): void
  /** The records since the last call. */
  take(): EncodedRecords
  /** Drops the records since the last call. */
  discard(): void
}

/** Encoded records on their way to a writer. The memory of `bytes` may be handed over. */
export interface EncodedRecords {
  bytes: Uint8Array<ArrayBuffer>
  /** Spellings that this encoder has not met before, as the engine stores them. */
  spellings: string
  /** Different records by source. */
  counts: Map<SourceKey, number>
}
