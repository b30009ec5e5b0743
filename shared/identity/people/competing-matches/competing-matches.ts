import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'

export interface CompetingMatches {
  /** Records outside the answer, shown nowhere. */
  records: readonly MatchedRecord[]
  /** Found records whose competing matches are not all known. */
  unsure: ReadonlySet<string>
}

export const NO_COMPETING_MATCHES: CompetingMatches = { records: [], unsure: new Set() }
