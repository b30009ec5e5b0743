import type { KeyedHash } from '#api/lib/hmac.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { ownDigitsOf } from '#shared/identity/identifiers/kinds.ts'
import { kindOfReading } from '#shared/identity/identifiers/reading-kinds.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'

const AUDIT_HASHES_MAX = 16

/** Lets the audit answer "who asked for X" without storing X. */
export const auditHashes = ({ steps }: SearchPlan, auditHash: KeyedHash): bigint[] =>
  auditHashesOfSteps(steps, auditHash)

export function auditHashesOfSteps(steps: readonly PlanStep[], auditHash: KeyedHash): bigint[] {
  const keys = [...new Set(steps.flatMap(step => [...step.keys, ...(step.surname ? [step.surname] : [])]))]
  return keys.slice(0, AUDIT_HASHES_MAX).map(key => auditHash.number(key))
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
