import type { KeyedHash } from '#api/lib/hmac.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { ownDigitsOf } from '#shared/identity/identifiers/kinds.ts'
import { kindOfReading } from '#shared/identity/identifiers/readings.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'

const AUDIT_TOKENS_MAX = 16

/** Lets the audit answer "who asked for X" without storing X. */
export const auditTokens = ({ steps }: SearchPlan, auditHash: KeyedHash): bigint[] =>
  tokensOf(steps, auditHash)

export function tokensOf(steps: readonly PlanStep[], auditHash: KeyedHash): bigint[] {
  const keys = [...new Set(steps.flatMap(step => [...step.keys, ...(step.surname ? [step.surname] : [])]))]
  return keys.slice(0, AUDIT_TOKENS_MAX).map(key => auditHash.number(key))
}

/** Keyed hash of the thousand numbers around the searched one. */
export function numberBlock(
  readings: readonly Pick<Reading, 'kind' | 'value'>[],
  auditHash: KeyedHash
): { numberBlock?: string } {
  const [{ kind, value } = { kind: undefined, value: '' }] = readings
  const digits = value.replaceAll(/\D/g, '')
  const identifier = kind && kindOfReading(kind)
  const own = identifier && ownDigitsOf(identifier, digits)
  if (!own || digits.length <= own) return {}
  return { numberBlock: String(auditHash.number(`block:${kind}:${digits.length}:${digits.slice(0, -own)}`)) }
}
