import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'

/** What decides whose a found record of an incomplete name is, beside the found records. */
export interface Rivals {
  /** Records that were not found and are shown nowhere. */
  records: readonly MatchedRecord[]
  /** Ids of found records whose rivals are not all known: perhaps each fits two people. */
  unsure: ReadonlySet<string>
}

export const NO_RIVALS: Rivals = { records: [], unsure: new Set() }
