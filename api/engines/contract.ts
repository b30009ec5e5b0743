import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import type { Database } from '#api/db/connect.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { KnownSpelling } from '#shared/identity/lookup/spelling-index.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { ColumnParties } from '#shared/identity/parties/layout.ts'
import type { Columns, SourceRecord } from '#shared/identity/records/types.ts'
import type { BatchRemoval, InTurn, RemovalProgress } from './batch-removal.ts'
import type { EncodedRecords, Encoding } from './encoding.ts'
import type { IndexRecord } from './index-record.ts'
import type { StoredPage, StoredSnapshot } from './stored-record.ts'
import type { SubjectsOfRecords, SubjectValue } from './subject-keys.ts'
import type { SuppressedKeys } from './suppressed-keys.ts'

export type { BatchRemoval, InTurn, RemovalProgress } from './batch-removal.ts'
export type { EncodedRecords, Encoding, RecordEncoder } from './encoding.ts'
export type SourceKey = string

/** Stores records and finds them. The product never asks which engine it is. */
export interface SearchEngine {
  readonly name: string
  /** Gets ready for searches and finishes what an interrupted load left undone. */
  open(): Promise<void>
  /**
   * Answers each look-up, in order. Promises: only sources of the policy; nobody suppressed, so that a suppressed
   * record takes no place and adds no `more`; at most the limits of each look-up; a source that fails or exceeds
   * `timeoutMs` is in `failed` and does not fail the rest. Rejects with `signal.reason` when aborted. Throws without a
   * policy.
   */
  look(
    lookups: readonly Lookup[],
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<LookupAnswers>
  /**
   * How many records of each source match any of the steps under the policy: exact up to `cap`, and `cap` beyond it. A
   * source without a count has at least one, and nobody knows how many. Null when there was no time to count.
   */
  count(
    steps: readonly PlanStep[],
    policy: SearchPolicy,
    cap: number,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<ReadonlyMap<SourceKey, number> | null>
  /**
   * The next records of a listing under the policy, in the order of their numbers (`recordNumber`): at most `limit`,
   * fewer only at its end. Nobody suppressed takes a place. Null when there was no time.
   */
  list(
    listing: Listing,
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<Candidate[] | null>
  /** Records by their numbers, in whatever order, as far as the policy allows. Null when there was no time. */
  read(
    numbers: readonly bigint[],
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<Candidate[] | null>
  /** What the gate needs of records by their numbers, as far as the policy allows. Null when nothing answered in time. */
  readSubjects(...parameters: Parameters<SearchEngine['read']>): Promise<SubjectsOfRecords | null>
  /** At most `limit` records of a source, or of a batch of it, as far as the policy allows. Null when there was no time. */
  sample(
    source: SourceKey,
    limit: number,
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal,
    batch?: number
  ): Promise<Candidate[] | null>
  /** Stored spellings within one typing error of any of the words; null when there was no time to look. */
  spellings(words: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<KnownSpelling[] | null>
  /** An index of the engine's server that this product did not make. Unknown when the server did not tell. */
  describeForeign(name: string): Promise<ForeignIndex | 'none' | 'unknown'>
  /**
   * Records of adopted sources, which alone are in the policy, that may fit any of the readings: an answer for each. The
   * same promises as of `look`. Such records are found by nothing else.
   */
  lookAdopted(
    readings: readonly Reading[],
    page: AdoptedPage,
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<AdoptedAnswers>
  openWriter(load: Load, report: Report): Promise<RecordWriter>
  /** What `removeBatch` would do now. */
  planRemoval(batchId: number): Promise<BatchRemoval>
  /**
   * Takes back what a batch brought, so that every record is as the other batches by themselves would have left it: in
   * portions, each with its own call of `book`, beside loads of other batches. A version of somebody who is suppressed
   * by now does not come back. An interrupted removal continues when called again. The caller takes care that only one
   * batch of a source is taken back at a time.
   *
   * @param inTurn Runs each portion; without it one follows the other.
   */
  removeBatch(
    batchId: number,
    book: BookRemoved,
    onProgress: RemovalProgress,
    inTurn?: InTurn
  ): Promise<BatchRemoval>
  /**
   * Removes records of a source that is to lose all, with all that is kept of them, after `finishRemoval`: at most `most`
   * in portions, or all at once where the engine can, each with its own call of `book` in a short transaction. Returns how
   * many, fewer than `most` also when it looked long enough for one call. The caller takes care that nobody else changes
   * the source, and comes again after `RecordsMovingError` and `RecordsBackedUpError`.
   */
  removeOfSource(source: SourceKey, most: number, book: BookRemoved): Promise<number>
  /** Sources of which `removeOfSource` was interrupted: it has booked records as removed that may still be stored. */
  interruptedRemovals(): Promise<ReadonlySet<SourceKey>>
  /** Removes what was booked and is stored still, with the same care. Nobody writes to the source before it. */
  finishRemoval(source: SourceKey): Promise<void>
  /**
   * All that is stored, page by page, in an order of the engine's own that stands while nothing is written.
   *
   * @param from `next` of the page before; null begins.
   */
  readStored(from: string | null): Promise<StoredPage>
  /** All that is stored now. Missing where the records are in the product's database, a backup of which has them. */
  openSnapshot?(): Promise<StoredSnapshot>
  /** Sources of which somebody took away all that was stored, null when nothing tells. */
  lostSources(): Promise<ReadonlySet<SourceKey> | null>
  /** How many records of each source are stored. Sources without any are left out. */
  countStored(): Promise<ReadonlyMap<SourceKey, number>>
  /** Forgets all records, and everything that is kept of them; spellings stay. */
  clear(): Promise<void>
  /**
   * Makes anew what is stored of a source's records: present versions and earlier ones, a portion at each call, atomic and
   * safe to repeat. The caller takes care that nobody loads or takes back batches of it during a call.
   *
   * @param from Where the last portion ended; null begins.
   */
  remake(source: SourceKey, from: string | null, make: MakeRecord): Promise<RemadePortion>
  /** Never throws. */
  health(): Promise<{ ok: boolean; records: number | null }>
  close(): Promise<void>
}

/** What the folder of an engine gives to the registry. */
export interface EngineModule {
  name: string
  /** Whether the configuration asks for this engine. */
  isConfigured(config: EngineConfig): boolean
  open(config: EngineConfig, database: EngineDatabase): SearchEngine
}

export type EngineConfig = Pick<Config, 'elasticsearchUrl'> &
  Partial<Pick<Config, 'elasticsearchApiKey' | 'elasticsearchCa'>>
/** The product's database, which every engine may use for its bookkeeping. */
export type EngineDatabase = Pick<Database, 'app' | 'owner' | 'openConnection' | 'searchConnections'>

/**
 * What a search may read. Required: an engine throws without one. The engine uses it to look only where it may;
 * `gate.ts` is the authority on what leaves the product.
 */
export interface SearchPolicy {
  /** Sources with a complete, current passport. Any other source finds nothing. */
  sources: ReadonlyMap<SourceKey, SourceInPolicy>
  /**
   * Subject keys of suppressed persons. Null while nobody is suppressed: engines then skip reading subject keys. An
   * engine may know of a newer list, never of an older one.
   */
  suppressedKeys: SuppressedKeys | null
  /** The subject key under which a value would be suppressed, as text of a signed number. */
  subjectKey(value: SubjectValue): string
  /** Tells policies of different threads apart: the same as long as the same may be shown. */
  version: string
}

export interface SourceInPolicy {
  /** Labels in the order in which the source stores its values. */
  labels: readonly string[]
  columns: Columns
  parties?: ColumnParties
  /** Labels that the passport allows to show; all when it lists none. */
  fields?: readonly string[]
  /** In an index that this product did not make. */
  adopted?: true
  /** Some of its records may still be as an older rule (`RECORD_RULE`) had them stored. */
  olderRule?: true
}

/** What is known of an index before it is adopted. */
export interface ForeignIndex {
  /** Some values of each label. */
  samples: ReadonlyMap<string, readonly string[]>
  records: number
}

export interface Lookup {
  steps: readonly PlanStep[]
  limits: Limits
}

/** Which records a listing has: those that match any of `steps` and none of `earlier`, but for `skipped`. */
export interface Listing {
  steps: readonly PlanStep[]
  earlier: readonly PlanStep[]
  /** By their numbers. */
  skipped: readonly bigint[]
  /** The number of the record before the first one; null begins. */
  after: bigint | null
  limit: number
}

export interface Limits {
  perSource: number
  total: number
}

export interface LookupAnswers {
  answers: LookupAnswer[]
  failed: Set<SourceKey>
  /** Working time of each source that was reached, in whole microseconds. */
  tookUs: Map<SourceKey, number>
}

/** Documents of each adopted source, those that fit best first. */
export interface AdoptedPage {
  /** How many come before. */
  from: number
  /** At most; fewer where they are very large. */
  size: number
}

export interface AdoptedAnswers extends LookupAnswers {
  /** Where the next documents of a source begin; without it there are none. */
  next: Map<SourceKey, number>
}

export interface LookupAnswer {
  candidates: Candidate[]
  /** Sources that have more records than were returned, or may have. */
  more: Set<SourceKey>
}

export interface Candidate extends SourceRecord {
  /** First bytes of each keyed subject hash, as text of a signed number. Null when nobody is suppressed: they were not read. */
  subjectKeys: string[] | null
}

/** What a load is expected to bring. It decides how records are stored, never which. */
export interface Load {
  sources: readonly SourceKey[]
  expectedRecords: number
  isResumed: boolean
  /** Hardly any of its records are stored already. */
  isProbablyNew: boolean
  /** They come from another engine and were counted when they came there. */
  isMove?: true
}

/** Receives progress messages for the operator, in Russian. */
export type Report = (text: string) => void

/** The record of the values that are stored of it, in the order of its source's columns. */
export type MakeRecord = (rid: string, values: readonly string[]) => IndexRecord

export interface RemadePortion {
  /** Where the next portion begins; null when all is remade. */
  next: string | null
  /** Records whose present version was looked at. */
  records: number
  /** How far it is, 0–1. */
  part: number
}

/**
 * Updates the caller's counters: in the same transaction as the records where the engine shares the product's database,
 * else in one of its own beside them. When it throws, the records are rolled back, or will be written or removed again. A
 * negative count of removed records gives back what was booked too early.
 *
 * @param sql The product's database, in that transaction.
 */
type Book<Count> = (sql: SQL, bySource: ReadonlyMap<SourceKey, Count>) => Promise<void>
export type BookWritten = Book<WrittenRecords>
export type BookRemoved = Book<number>

export interface WrittenRecords {
  added: number
  /** Records that another batch had brought, in another version. */
  changed: number
}

/**
 * Writes the records of one load, chunk by chunk. A record that is stored just so stays with the batch that brought it
 * and is shared by the one that repeats it; the version that a record had before is kept.
 */
export interface RecordWriter {
  encoding: Encoding
  write(chunk: EncodedRecords, book: BookWritten): Promise<void>
  /** Makes everything written findable, also after a failure. Safe to repeat. */
  commit(): Promise<void>
}
