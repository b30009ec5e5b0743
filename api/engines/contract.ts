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

/** A disposable index of the book, without versions, undo and backups. */
export interface SearchEngine {
  readonly name: string
  /** Builds a missing index that should answer. */
  open(): Promise<void>
  /** Ignores records of which it has an equal or greater version. */
  put(records: readonly BookRecord[]): Promise<void>
  /** Older versions that arrive later stay away. */
  remove(records: readonly RemovedRecord[]): Promise<void>
  /**
   * Answers look-ups in order: only sources of the policy, nobody suppressed (nor counted in `more`), nothing the book
   * lacks, within the limits. Sources that fail or exceed `timeoutMs` are in `failed`. Rejects with `signal.reason`
   * when aborted; throws without a policy.
   */
  look(
    lookups: readonly Lookup[],
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<LookupAnswers>
  /**
   * Records per source that match any step: exact up to `cap`, else `cap`. A source without a count has an unknown
   * number, at least one. Null without time.
   */
  count(
    steps: readonly PlanStep[],
    policy: SearchPolicy,
    cap: number,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<ReadonlyMap<SourceKey, number> | null>
  /** Next records in order of `recordNumber`, fewer only at the end. Null without time. */
  list(
    listing: Listing,
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<Candidate[] | null>
  spellings: FindSpellings
  /**
   * Rebuilds the index beside searches and loads, compares it with the book and switches to it. Resumes an interrupted
   * call.
   * @throws OperatorError with the differences or the obstacle; searches are then unaffected.
   */
  rebuild(rebuilding: Rebuilding): Promise<RebuiltIndex>
  /** Drops an index that no longer answers. */
  drop(name: string): Promise<void>
  /** Prepares the index for a load. Call the result at the end, also after a failure. */
  prepareLoad?(load: Load, report: Report): Promise<() => Promise<void>>
  followBook?(): () => Promise<void>
  /** Compares index and book, whole or sampled, while in use. Null where the index is part of the book. */
  check?(how: { all: boolean }, onProgress?: (compared: number) => void): Promise<IndexCheck | null>
  /** Never throws. */
  health(): Promise<EngineHealth>
  close(): Promise<void>
}

interface EngineHealth {
  ok: boolean
  records: number | null
  /** Changes that the index lacks; null when unknown. */
  behind: number | null
  /** What an index waits for, in Russian. */
  note?: string | null
}

/** Pending changes are no difference. */
export interface IndexCheck {
  compared: number
  lacking: number
  other: number
  /** Only in the index. */
  surplus: number
  sources: { key: string; book: number; index: number }[]
  behind: number
}

export interface Rebuilding {
  onProgress(stored: number, total: number): void
  /** Messages in Russian. */
  report(text: string): void
}

export interface RebuiltIndex {
  records: number
}

export interface EngineModule {
  name: string
  isConfigured(config: EngineConfig): boolean
  /** Whether an index of this name, as `search_index` notes it, is of this engine. */
  owns(index: string): boolean
  open(config: EngineConfig, parts: EngineParts): SearchEngine
}

/** Shared by all engines and the book. */
export interface EngineParts {
  database: EngineDatabase
  /** Of the process or thread. */
  connections: SearchConnections
  book: Book
  readState: ReadIndexState
}

export type EngineConfig = Pick<Config, 'elasticsearchUrl'> & Partial<Config>
export type EngineDatabase = Pick<Database, 'app' | 'owner' | 'openConnection' | 'searchConnections'>

export interface Lookup {
  steps: readonly PlanStep[]
  limits: Limits
}

/** Records that match `steps` and none of `earlier`, without `skipped`. */
export interface Listing {
  steps: readonly PlanStep[]
  earlier: readonly PlanStep[]
  skipped: readonly bigint[]
  /** Number of the previous record; null begins. */
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
  /** Microseconds per source that was reached. */
  tookUs: Map<SourceKey, number>
}

export interface LookupAnswer {
  candidates: Candidate[]
  more: Set<SourceKey>
}
