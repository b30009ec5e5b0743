import type { BookRecord, RemovedRecord } from '#api/book/changes.ts'
import type { Book, Load, Report } from '#api/book/contract.ts'
import type { Candidate, SearchPolicy, SourceKey } from '#api/book/policy.ts'
import type { FindSpellings } from '#api/book/vocabulary/index.ts'
import type { Config } from '#api/config.ts'
import type { Database } from '#api/db/connect.ts'
import type { SearchConnections } from '#api/db/search-connections.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { ReadIndexState } from './index-state.ts'

export type { Candidate, SearchPolicy, SourceInPolicy, SourceKey } from '#api/book/policy.ts'

/**
 * An index of the book that finds its records. It may be thrown away and made anew, and knows nothing of versions, undo
 * and backups. The product never asks which engine it is.
 */
export interface SearchEngine {
  readonly name: string
  /** Gets ready for searches: where the book has no index of this engine that ought to answer, it is made. */
  open(): Promise<void>
  /** Stores records as they are in the book. A record of which it has the same or a greater version stays as it is. */
  put(records: readonly BookRecord[]): Promise<void>
  /** Removes records, of which older versions that come later stay away. */
  remove(records: readonly RemovedRecord[]): Promise<void>
  /**
   * Answers each look-up, in order. Promises: only sources of the policy; nobody suppressed, so that a suppressed
   * record takes no place and adds no `more`; nothing that the book does not have; at most the limits of each look-up; a
   * source that fails or exceeds `timeoutMs` is in `failed` and does not fail the rest. Rejects with `signal.reason` when
   * aborted. Throws without a policy.
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
  spellings: FindSpellings
  /**
   * Makes the index anew from the book while searches and loads go on, compares it with the book, and lets it answer in
   * place of the one that did. Goes on where an earlier call was interrupted.
   *
   * @throws OperatorError which says what differs, or what is in the way; then nothing has changed for searches.
   */
  rebuild(rebuilding: Rebuilding): Promise<RebuiltIndex>
  /** Drops an index of this engine that answers no more, by its name. */
  drop(name: string): Promise<void>
  /** Gets the index ready for a load of the book. What it returns is called at its end, also after a failure. */
  prepareLoad?(load: Load, report: Report): Promise<() => Promise<void>>
  /** Brings changes of the book into the index from now on, until the answer is called. */
  followBook?(): () => Promise<void>
  /** Compares the index with the book, all of it or a sample, while both are in use. Null where it is a part of the book. */
  check?(how: { all: boolean }, onProgress?: (compared: number) => void): Promise<IndexCheck | null>
  /** Never throws. */
  health(): Promise<EngineHealth>
  close(): Promise<void>
}

export interface EngineHealth {
  ok: boolean
  records: number | null
  /** Changes of the book that the index lacks; null when nobody tells. */
  behind: number | null
  /** What an index that is behind waits for, in Russian. */
  note?: string | null
}

/** In numbers of records. What the index is yet to learn of the book is no difference. */
export interface IndexCheck {
  /** Records of the book that were compared one by one. */
  compared: number
  /** Of these those that the index lacks, and those that it has otherwise. */
  lacking: number
  other: number
  /** In the index, and not in the book. */
  surplus: number
  /** Sources whose counts differ. */
  sources: { key: string; book: number; index: number }[]
  /** Changes of the book that are yet to come into the index. */
  behind: number
}

export interface Rebuilding {
  /** Records that are in the new index. */
  onProgress(stored: number, total: number): void
  /** Tells an operator what is done, in Russian. */
  report(text: string): void
}

export interface RebuiltIndex {
  records: number
}

/** What the folder of an engine gives to the registry. */
export interface EngineModule {
  name: string
  /** Whether the configuration asks for this engine. */
  isConfigured(config: EngineConfig): boolean
  open(config: EngineConfig, parts: EngineParts): SearchEngine
}

/** What every engine is opened with. */
export interface EngineParts {
  database: EngineDatabase
  /** Of the process or thread, for all its engines and the book. */
  connections: SearchConnections
  book: Book
  readState: ReadIndexState
}

export type EngineConfig = Pick<Config, 'elasticsearchUrl'> &
  Partial<Pick<Config, 'elasticsearchApiKey' | 'elasticsearchCa'>>
/** The product's database, of which every engine is an index. */
export type EngineDatabase = Pick<Database, 'app' | 'owner' | 'openConnection' | 'searchConnections'>

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

export interface LookupAnswer {
  candidates: Candidate[]
  /** Sources that have more records than were returned, or may have. */
  more: Set<SourceKey>
}
