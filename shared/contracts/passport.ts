import type { PurposeCode } from '#shared/labels/purposes.ts'
import type { SourceBasis, SourceKind, SourceOrigin } from '#shared/labels/sources.ts'

/** What a source must say of itself before it answers anybody (`docs/data-protection.md` §7): `passport.json`. */
export interface Passport {
  title: string
  kind: SourceKind
  origin: SourceOrigin
  basis: SourceBasis
  /** Who answers for the data. */
  controller: string
  /** Where it is written down why they may be searched. */
  evidence_url: string
  retention_days: number
  /** ISO dates. */
  obtained_at: string
  review_due: string
  /** Labels that may be kept; null or absent means all. */
  fields?: string[] | null
  /** Purposes that a search of it may have; null or absent means all, and none stated. */
  purposes_allowed?: PurposeCode[] | null
}
