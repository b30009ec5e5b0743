import type { Candidate, SearchPolicy, SourceKey } from '#api/book/policy.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { LookupAnswers } from './contract.ts'

/**
 * Indices of a cluster that this product did not make and only reads: those that an administrator has adopted as sources,
 * by their own names. They are beside whichever engine finds the records of the book.
 */
export interface ExternalEngine {
  /**
   * Documents of adopted sources, which alone are in the policy, that may fit any of the readings. Nothing else finds
   * them. The same promises as of `look` of a `SearchEngine`.
   */
  look(
    readings: readonly Reading[],
    page: AdoptedPage,
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<AdoptedAnswers>
  /** At most `limit` documents of an adopted source, as far as the policy allows. Null when there was no time. */
  sample(
    source: SourceKey,
    limit: number,
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<Candidate[] | null>
  /** What an index has that this product did not make. Unknown when the cluster did not tell. */
  describe(name: string): Promise<ForeignIndex | 'none' | 'unknown'>
  /** Those of the names under which there is no index; null when the cluster did not tell. */
  lost(names: readonly SourceKey[]): Promise<ReadonlySet<SourceKey> | null>
  /**
   * Opens all documents of an index that this product did not make, to be copied.
   *
   * @throws OperatorError with a sentence where there is none, or the cluster does not tell.
   */
  openDocuments(name: string): Promise<IndexDocuments>
  close(): Promise<void>
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

/** What is known of an index before it is adopted. */
export interface ForeignIndex {
  /** Some values of each label. */
  samples: ReadonlyMap<string, readonly string[]>
  records: number
}

/** All documents of an index as they are at one moment. */
export interface IndexDocuments {
  /** The same as long as nothing in the index has changed. */
  version: string
  count: number
  /** From the first, in an order that stands as long as the version. */
  pages(): AsyncGenerator<IndexDocument[]>
}

export interface IndexDocument {
  id: string
  /** By the paths of its fields; values of a list stand in one, parted by «; ». */
  fields: Record<string, string>
}
