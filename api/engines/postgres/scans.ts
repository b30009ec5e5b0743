import type { Lookup } from '#api/engines/contract.ts'
import { storedKey } from '#api/lib/hash64.ts'
import { areCommonKeys } from '#shared/identity/lookup/selectivity.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { Condition, KeyCondition, Scan } from './statement.ts'

const KEYS_A_SCAN = 200
/** House numbers, days, months: the longest lists, and hardly selective. */
const SHORT_NUMBER = /^w:\d{1,2}$/
/** So many frequent keys rarely coincide. */
const DISTINCTIVE_KEYS_MIN = 2

/** The most selective keys, with one name part only, because each is frequent. Null when many may match. */
function narrowCondition(
  { keys, tier }: PlanStep,
  sampled: boolean,
  condition: KeyCondition
): KeyCondition | null {
  if (!sampled) return condition
  if (tier === 0) return null
  const part = keys.find(key => key.startsWith('t:'))
  const distinctive = keys.filter(key => !SHORT_NUMBER.test(key) && (!key.startsWith('t:') || key === part))
  if (distinctive.length < DISTINCTIVE_KEYS_MIN) return null
  return distinctive.length === keys.length ? condition : { kind: 'all', keys: distinctive.map(storedKey) }
}

/** Frequent keys are slow combined; alone, the index skips through them. */
const isCombinable = ({ form, keys }: PlanStep, sampled: boolean) =>
  keys.length === 1 || form === 'fuzzy' || (form !== 'text' && !sampled)

/** Other keys nearly identify a person. */
const mayMatchMany = ({ form, tier }: PlanStep) => tier > 0 && (form === 'part' || form === 'initials')

interface StepGroup {
  steps: PlanStep[]
  sampled: boolean
}

/**
 * Scans of a look-up. Steps of one key, or differing in the first key, share a scan; texts and surnames run alone.
 * Frequent keys read the sample first, because time grows with the table.
 */
export function scansOf({ steps, limits }: Lookup): Scan[] {
  const scans: Scan[] = []
  const groups = new Map<string, StepGroup>()
  const separate: Scan[] = []
  const scan = (condition: Condition, sampled: boolean, narrow: KeyCondition | null): Scan => ({
    condition,
    sampled,
    narrow,
    limit: limits.total,
    each: 'all'
  })
  for (const step of steps) {
    if (step.surname !== undefined) {
      const condition: Condition = { kind: 'surname', surnames: surnameKeysOf(step).map(storedKey) }
      scans.push({ condition, sampled: false, narrow: null, limit: limits.perSource, each: 'source' })
      continue
    }
    const sampled = areCommonKeys(step.keys)
    if (isCombinable(step, sampled)) {
      const groupKey = `${sampled} ${step.keys.slice(1).join(' ')}`
      const group = groups.get(groupKey)
      if (group) group.steps.push(step)
      else groups.set(groupKey, { steps: [step], sampled })
    } else {
      const condition: KeyCondition = { kind: 'all', keys: step.keys.map(storedKey) }
      separate.push(scan(condition, sampled, narrowCondition(step, sampled, condition)))
    }
  }
  for (const { steps, sampled } of groups.values()) {
    const also = steps[0]?.keys.slice(1).map(storedKey) ?? []
    const first = [...new Set(steps.map(step => storedKey(step.keys[0] ?? '')))]
    const isNarrow = !sampled && (also.length > 0 || !steps.some(mayMatchMany))
    for (let at = 0; at < first.length; at += KEYS_A_SCAN) {
      const condition: KeyCondition = { kind: 'any', any: first.slice(at, at + KEYS_A_SCAN), also }
      scans.push(scan(condition, sampled, isNarrow ? condition : null))
    }
  }
  return scans.concat(separate)
}
