import type { Lookup } from '#api/engines/contract.ts'
import { areCommonKeys } from '#shared/identity/lookup/selectivity.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { type Condition, type KeyCondition, type Scan, storedKey } from './statement.ts'

/** Fuzzy names make many keys; so many are asked at once. */
const KEYS_AT_ONCE = 200
/** House numbers, days, months: the longest lists of the index, and they tell nearly nothing. */
const SHORT_NUMBER = /^w:\d{1,2}$/
/** So many frequent keys are hardly ever met together by chance. */
const TELLING = 2

/**
 * What few records meet of those that must have all of the step's keys; null where many may, as of the words of a text
 * that is what was asked. Of parts of names one is kept: each stands in a good part of all records.
 */
function narrowed({ keys, tier }: PlanStep, sampled: boolean, condition: KeyCondition): KeyCondition | null {
  if (!sampled) return condition
  if (tier === 0) return null
  const part = keys.find(key => key.startsWith('t:'))
  const telling = keys.filter(key => !SHORT_NUMBER.test(key) && (!key.startsWith('t:') || key === part))
  if (telling.length < TELLING) return null
  return telling.length === keys.length ? condition : { kind: 'all', keys: telling.map(storedKey) }
}

/** Frequent keys of several steps would be read from end to end together, and are leapt through alone. */
const areTogether = ({ form, keys }: PlanStep, sampled: boolean) =>
  keys.length === 1 || form === 'fuzzy' || (form !== 'text' && !sampled)

/** A looser form of a name may be that of very many; every other key here tells a person or nearly. */
const mayBeMany = ({ form, tier }: PlanStep) => tier > 0 && (form === 'part' || form === 'initials')

/** Steps that are asked together, in the order of their first ones. */
interface Group {
  steps: PlanStep[]
  sampled: boolean
}

/**
 * The scans for one look-up. Steps of a single key are asked together, and so are those that differ in their first key
 * alone; texts and surnames each on their own. Where each key of a step alone may be frequent the sample is asked first,
 * since to read all of their records takes time in proportion to the table.
 */
export function scansOf({ steps, limits }: Lookup): Scan[] {
  const scans: Scan[] = []
  const groups = new Map<string, Group>()
  const alone: Scan[] = []
  const scan = (condition: Condition, sampled: boolean, narrow: KeyCondition | null): Scan => ({
    condition,
    sampled,
    narrow,
    limit: limits.total,
    each: 'all'
  })
  for (const step of steps) {
    if (step.surname !== undefined) {
      const condition: Condition = { kind: 'surname', surname: storedKey(step.surname) }
      scans.push({ condition, sampled: false, narrow: null, limit: limits.perSource, each: 'source' })
      continue
    }
    const sampled = areCommonKeys(step.keys)
    if (areTogether(step, sampled)) {
      const alike = `${sampled} ${step.keys.slice(1).join(' ')}`
      const group = groups.get(alike)
      if (group) group.steps.push(step)
      else groups.set(alike, { steps: [step], sampled })
    } else {
      const condition: KeyCondition = { kind: 'all', keys: step.keys.map(storedKey) }
      alone.push(scan(condition, sampled, narrowed(step, sampled, condition)))
    }
  }
  for (const { steps, sampled } of groups.values()) {
    const also = steps[0]?.keys.slice(1).map(storedKey) ?? []
    const first = [...new Set(steps.map(step => storedKey(step.keys[0] ?? '')))]
    const isNarrow = !sampled && (also.length > 0 || !steps.some(mayBeMany))
    for (let at = 0; at < first.length; at += KEYS_AT_ONCE) {
      const condition: KeyCondition = { kind: 'any', any: first.slice(at, at + KEYS_AT_ONCE), also }
      scans.push(scan(condition, sampled, isNarrow ? condition : null))
    }
  }
  return scans.concat(alone)
}
