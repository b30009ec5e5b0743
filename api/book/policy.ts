import type { ColumnParties } from '#shared/identity/parties/layout.ts'
import type { Columns, SourceRecord } from '#shared/identity/records/types.ts'
import type { SubjectValue } from './subject-keys.ts'
import type { SuppressedKeys } from './suppressed-keys.ts'

export type SourceKey = string

/** What a search may read. Engines require it and look only there; `gate.ts` decides what leaves the product. */
export interface SearchPolicy {
  /** Sources with a passport in force; others find nothing. */
  sources: ReadonlyMap<SourceKey, SourceInPolicy>
  /** Null when nobody is suppressed, so that keys need not be read. May be newer than asked, never older. */
  suppressedKeys: SuppressedKeys | null
  subjectKey(value: SubjectValue): string
  /** ISO day of a batch; unknown for the latest. */
  dayOfBatch?(batch: number): string | undefined
  hasVersions?: boolean
  /** Equal while the same may be shown, across threads. */
  version: string
}

export function assertPolicy(policy: SearchPolicy): void {
  if (!policy?.sources || policy.suppressedKeys === undefined) throw new Error('search without a policy')
}

export interface SourceInPolicy {
  labels: readonly string[]
  columns: Columns
  parties?: ColumnParties
  /** Labels that may be shown; absent means all. */
  fields?: readonly string[]
  /** From an external index. */
  adopted?: true
  /** Some records may have keys of an older `RECORD_RULE`. */
  olderRule?: true
}

export interface Candidate extends SourceRecord {
  /** Keys as text of signed numbers; null when they were not read. */
  subjectKeys: string[] | null
  /** ISO day of the first import. */
  firstSeen?: string | undefined
}
