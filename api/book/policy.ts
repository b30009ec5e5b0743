import type { ColumnParties } from '#shared/identity/parties/layout.ts'
import type { Columns, SourceRecord } from '#shared/identity/records/types.ts'
import type { SubjectValue } from './subject-keys.ts'
import type { SuppressedKeys } from './suppressed-keys.ts'

export type SourceKey = string

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
  /** ISO day on which a batch began, by its number; unknown of one that has come a moment ago. */
  dayOfBatch?(batch: number): string | undefined
  /** Records have earlier versions, whose batches are asked for. */
  hasVersions?: boolean
  /** Tells policies of different threads apart: the same as long as the same may be shown. */
  version: string
}

export function assertPolicy(policy: SearchPolicy): void {
  if (!policy?.sources || policy.suppressedKeys === undefined) throw new Error('search without a policy')
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

export interface Candidate extends SourceRecord {
  /** First bytes of each keyed subject hash, as text of a signed number. Null when nobody is suppressed: they were not read. */
  subjectKeys: string[] | null
  /** ISO day on which the record first came into the book. */
  firstSeen?: string | undefined
}
