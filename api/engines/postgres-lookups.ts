import type { PlanStep } from '#shared/identity/types.ts'
import type { SearchPolicy } from './contract.ts'
import { hashKey } from './hash.ts'
import type { Condition, KeyCondition, Lookup } from './postgres-statement.ts'

/** Fuzzy names make many keys; so many are asked at once. */
const KEYS_AT_ONCE = 200
/** Kinds of keys that may stand in a good part of all records: parts of names, words, years. */
const COMMON = /^(?:t|w|y|u):(?!\d{5})/

/**
 * To read all records of frequent keys takes time in proportion to the table, though no more than a few hundred are
 * taken; so where each key alone may be frequent the sample is asked first.
 */
const maybeFrequent = (keys: readonly string[]) => keys.every(key => COMMON.test(key))

/** House numbers, days, months: the longest lists of the index, and they tell nearly nothing. */
const SHORT_NUMBER = /^w:\d{1,2}$/
/** So many frequent keys are hardly ever met together by chance. */
const TELLING = 2

/**
 * What few records meet of those that must have all of the step's keys; null where many may, as of the words of a text
 * that is what was asked. Of parts of names one is kept: each stands in a good part of all records.
 */
function narrowed({ keys, tier }: PlanStep, condition: KeyCondition): KeyCondition | null {
  if (!maybeFrequent(keys)) return condition
  if (tier === 0) return null
  const part = keys.find(key => key.startsWith('t:'))
  const telling = keys.filter(key => !SHORT_NUMBER.test(key) && (!key.startsWith('t:') || key === part))
  if (telling.length < TELLING) return null
  return telling.length === keys.length ? condition : allOf(telling)
}

/** Frequent keys of several steps would be read from end to end together, and are leapt through alone. */
const areTogether = ({ form, keys }: PlanStep) =>
  keys.length === 1 || form === 'fuzzy' || (form !== 'text' && !maybeFrequent(keys))

/** A looser form of a name may be that of very many; every other key here tells a person or nearly. */
const mayBeMany = ({ form, tier }: PlanStep) => tier > 0 && (form === 'part' || form === 'initials')

/**
 * The look-ups for steps of one tier. Steps of a single key are asked together, and so are those that differ in their
 * first key alone; texts and surnames each on their own, the surnames sharing the room.
 */
export function lookups(steps: readonly PlanStep[], policy: SearchPolicy): Lookup[] {
  const made: Lookup[] = []
  const add = (condition: Condition, sampled: boolean, narrow: KeyCondition | null) =>
    made.push({ condition, sampled, narrow, limit: policy.inAll, each: 'all' })
  const keyed = steps.filter(({ surname }) => surname === undefined)
  const together = keyed.filter(areTogether)
  const alike = ({ keys }: PlanStep) => `${maybeFrequent(keys)} ${keys.slice(1).join(' ')}`
  for (const group of Map.groupBy(together, alike).values()) {
    const keys = group[0]?.keys ?? []
    const also = keys.slice(1).map(hashKey)
    const first = [...new Set(group.map(step => hashKey(step.keys[0] ?? '')))]
    for (let at = 0; at < first.length; at += KEYS_AT_ONCE) {
      const condition: KeyCondition = { kind: 'any', any: first.slice(at, at + KEYS_AT_ONCE), also }
      const sampled = maybeFrequent(keys)
      const isNarrow = !sampled && (also.length > 0 || !group.some(mayBeMany))
      add(condition, sampled, isNarrow ? condition : null)
    }
  }
  const surnames = steps.flatMap(({ surname }) => (surname === undefined ? [] : [hashKey(surname)]))
  const room = policy.inAll / (policy.sources.size * surnames.length)
  const limit = Math.max(1, Math.min(policy.perSource, Math.ceil(room)))
  for (const surname of surnames) {
    const condition: Condition = { kind: 'surname', surname }
    made.push({ condition, sampled: false, narrow: null, limit, each: 'source' })
  }
  for (const step of keyed.filter(step => !areTogether(step))) {
    const condition = allOf(step.keys)
    add(condition, maybeFrequent(step.keys), narrowed(step, condition))
  }
  return made
}

const allOf = (keys: readonly string[]): KeyCondition => ({ kind: 'all', keys: keys.map(hashKey) })
