import type { KeyedHash } from '#api/lib/hmac.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'

const AUDIT_TOKENS_MAX = 16

/** Lets the audit answer "who asked for X" without storing X. */
export function auditTokens(plan: SearchPlan, auditHash: KeyedHash): bigint[] {
  const keys = [
    ...new Set(plan.steps.flatMap(step => [...step.keys, ...(step.surname ? [step.surname] : [])]))
  ]
  return keys.slice(0, AUDIT_TOKENS_MAX).map(key => auditHash.number(key))
}
