import * as v from 'valibot'
import { SOURCE_BASES, SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import type { passport } from '#shared/rules/passport.ts'
import { purposeCode } from '#shared/rules/purpose.ts'
import { count, isoDate } from './values.ts'

const oneOf = <Key extends string>(choices: Record<Key, string>) =>
  v.nullable(v.picklist(Object.keys(choices) as Key[]))

/** The passport of a source as declared so far: null for undeclared fields. */
export const declaredPassport = v.strictObject({
  title: v.string(),
  kind: oneOf(SOURCE_KINDS),
  origin: oneOf(SOURCE_ORIGINS),
  basis: oneOf(SOURCE_BASES),
  controller: v.nullable(v.string()),
  evidence_url: v.nullable(v.string()),
  retention_days: v.nullable(count),
  obtained_at: v.nullable(isoDate),
  review_due: v.nullable(isoDate),
  /** Labels that may be stored and shown; null means all. */
  fields: v.nullable(v.array(v.string())),
  /** Purposes allowed for its searches; absent means all. */
  purposes_allowed: v.optional(v.array(purposeCode))
} satisfies Record<keyof typeof passport.entries, unknown>)
export type DeclaredPassport = v.InferOutput<typeof declaredPassport>
