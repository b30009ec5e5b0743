import type { sources } from '#api/db/schema/index.ts'
import type { Passport } from '#shared/contracts/passport.ts'

/** Null for undeclared fields; ISO dates. */
export type DeclaredPassport = { [Field in keyof Passport]: Passport[Field] | null }

/** The columns of `source` that a passport fills. */
export const passportColumns = (passport: Passport) => ({
  title: passport.title,
  kind: passport.kind,
  origin: passport.origin,
  basis: passport.basis,
  controller: passport.controller,
  evidenceUrl: passport.evidence_url,
  retentionDays: passport.retention_days,
  obtainedAt: passport.obtained_at,
  reviewDue: passport.review_due,
  fields: passport.fields ?? null,
  purposesAllowed: passport.purposes_allowed ?? null
})

/** The same the other way; what is undeclared is null. */
export const storedPassport = (row: typeof sources.$inferSelect): DeclaredPassport => ({
  title: row.title,
  kind: row.kind,
  origin: row.origin,
  basis: row.basis,
  controller: row.controller,
  evidence_url: row.evidenceUrl,
  retention_days: row.retentionDays,
  obtained_at: row.obtainedAt,
  review_due: row.reviewDue,
  fields: row.fields,
  ...(row.purposesAllowed && { purposes_allowed: row.purposesAllowed })
})
