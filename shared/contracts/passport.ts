import type { PurposeCode } from '#shared/labels/purposes.ts'
import type { SourceBasis, SourceKind, SourceOrigin } from '#shared/labels/sources.ts'

/** `passport.json` of a source (`docs/guides/data-protection.md` §7). */
export interface Passport {
  title: string
  kind: SourceKind
  origin: SourceOrigin
  basis: SourceBasis
  controller: string
  /** Where the basis is documented. */
  evidence_url: string
  retention_days: number
  /** ISO dates. */
  obtained_at: string
  review_due: string
  /** Labels that may be stored; null or absent means all. */
  fields?: string[] | null
  /** Allowed purposes; null or absent means any or none. */
  purposes_allowed?: PurposeCode[] | null
}
