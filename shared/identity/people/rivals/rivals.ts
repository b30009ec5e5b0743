import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'

export interface Rivals {
  /** Records outside the answer, shown nowhere. */
  records: readonly MatchedRecord[]
  /** Found records whose competing matches are not all known. */
  unsure: ReadonlySet<string>
}

export const NO_RIVALS: Rivals = { records: [], unsure: new Set() }
