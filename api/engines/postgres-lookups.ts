import type { PlanStep } from '#shared/identity/types.ts'
import type { SearchPolicy } from './contract.ts'
import { hashKey } from './hash.ts'
import type { Condition, Lookup } from './postgres-statement.ts'

/** Fuzzy names make many keys; so many are asked at once. */
const KEYS_AT_ONCE = 200
/** Kinds of keys that may stand in a good part of all records: parts of names, words, years. */
const COMMON = /^(?:t|w|y|u):(?!\d{5})/

/**
 * To read all records of frequent keys takes time in proportion to the table, though no more than a few hundred are
 * taken; so where each key alone may be frequent the sample is asked first.
 */
const maybeFrequent = (keys: readonly string[]) => keys.every(key => COMMON.test(key))

/**
 * The look-ups for steps. Steps of a single key are asked together, and so are fuzzy ones that differ in their first
 * key alone; several keys at once and surnames each on their own, the surnames sharing the room.
 */
export function lookups(steps: readonly PlanStep[], policy: SearchPolicy): Lookup[] {
  const made: Lookup[] = []
  const add = (condition: Condition, sampled: boolean) =>
    made.push({ condition, sampled, limit: policy.inAll, each: 'all' })
  const keyed = steps.filter(({ surname }) => surname === undefined)
  const together = keyed.filter(({ form, keys }) => keys.length === 1 || form === 'fuzzy')
  const alike = ({ keys }: PlanStep) => `${maybeFrequent(keys)} ${keys.slice(1).join(' ')}`
  for (const group of Map.groupBy(together, alike).values()) {
    const keys = group[0]?.keys ?? []
    const also = keys.slice(1).map(hashKey)
    const first = [...new Set(group.map(step => hashKey(step.keys[0] ?? '')))]
    for (let at = 0; at < first.length; at += KEYS_AT_ONCE) {
      add({ kind: 'any', any: first.slice(at, at + KEYS_AT_ONCE), also }, maybeFrequent(keys))
    }
  }
  const surnames = steps.flatMap(({ surname }) => (surname === undefined ? [] : [hashKey(surname)]))
  const room = policy.inAll / (policy.sources.size * surnames.length)
  const limit = Math.max(1, Math.min(policy.perSource, Math.ceil(room)))
  for (const surname of surnames) {
    made.push({ condition: { kind: 'surname', surname }, sampled: false, limit, each: 'source' })
  }
  for (const { form, keys } of keyed) {
    if (keys.length > 1 && form !== 'fuzzy')
      add({ kind: 'all', keys: keys.map(hashKey) }, maybeFrequent(keys))
  }
  return made
}

/** True when no look-up can find much: only keys that tell a person or nearly. */
export const areNarrow = (asked: readonly Lookup[]) =>
  asked.every(({ condition, sampled }) => condition.kind !== 'surname' && !sampled)
