import type { Candidate, SearchPolicy, SourceKey } from '#api/book/policy.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { LookupAnswers } from './contract.ts'

/** Indices of a cluster that this product did not make and only reads, once an administrator has adopted them. */
export interface ExternalEngine {
  /** Documents of external sources that may fit any reading. The promises of `SearchEngine.look`. */
  look(
    readings: readonly Reading[],
    page: AdoptedPage,
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<AdoptedAnswers>
  /** Up to `limit` documents within the policy. Null without time. */
  sample(
    source: SourceKey,
    limit: number,
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal
  ): Promise<Candidate[] | null>
  /** Describes an index; `unknown` without an answer. */
  describe(name: string): Promise<ForeignIndex | 'none' | 'unknown'>
  /** Names without an index; null without an answer. */
  lost(names: readonly SourceKey[]): Promise<ReadonlySet<SourceKey> | null>
  /** Opens all documents for copying. @throws OperatorError when there is none, or the cluster does not answer. */
  openDocuments(name: string): Promise<IndexDocuments>
  close(): Promise<void>
}

export interface AdoptedPage {
  from: number
  /** Maximum; fewer when documents are large. */
  size: number
}

export interface AdoptedAnswers extends LookupAnswers {
  /** Next offset by source; absent at the end. */
  next: Map<SourceKey, number>
}

export interface ForeignIndex {
  samples: ReadonlyMap<string, readonly string[]>
  records: number
}

export interface IndexDocuments {
  /** Equal while nothing in the index changes. */
  version: string
  count: number
  /** In an order that is stable for the version. */
  pages(): AsyncGenerator<IndexDocument[]>
}

export interface IndexDocument {
  id: string
  /** By field path; lists are joined by «; ». */
  fields: Record<string, string>
}
