import type { KeyedHash } from '#api/lib/hmac.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'

const AUDIT_TOKENS_MAX = 16

/** Lets the audit answer "who asked for X" without storing X. */
export const auditTokens = ({ steps }: SearchPlan, auditHash: KeyedHash): bigint[] =>
  tokensOf(steps, auditHash)

export function tokensOf(steps: readonly PlanStep[], auditHash: KeyedHash): bigint[] {
  const keys = [...new Set(steps.flatMap(step => [...step.keys, ...(step.surname ? [step.surname] : [])]))]
  return keys.slice(0, AUDIT_TOKENS_MAX).map(key => auditHash.number(key))
}
