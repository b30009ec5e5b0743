import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { identifierKey, wordKeys } from './plan.ts'
import { fuzzyNameSteps, type NameConditions, type Neighbours } from './plan-fuzzy-name.ts'
import type { NameStep } from './plan-name.ts'
import { correctableWords } from './spelling-index.ts'
import type { PlanStep, SearchPlan } from './types.ts'

/** A name of a plan that may be mistyped, with what must stand beside it. */
export interface DoubtfulName extends NameConditions {
  reading: number
  /** How it can be read. */
  names: PersonName[]
}

/**
 * The names of a plan of which a word may be mistyped.
 *
 * @param hasExactMatch The exact forms have found somebody. Then nobody doubts three words or a birth date, which would
 *   cost every search of that kind two more look-ups; a shorter name may have met another one's typing error.
 */
export function doubtfulNames(plan: SearchPlan, hasExactMatch: boolean): DoubtfulName[] {
  const readingsLookedUp = new Set(plan.steps.map(step => step.reading))
  return plan.readings.flatMap((reading, at) => {
    if (!readingsLookedUp.has(at)) return []
    const parts = reading.kind === 'combined' ? (reading.parts ?? []) : [reading]
    const name = parts.find(part => part.kind === 'full_name')
    if (!name) return []
    const dated = parts.find(part => part.kind === 'birth_date')
    const date = dated ? parseBirthDate(dated.value) : null
    const identifiers = parts.map(identifierKey).filter(key => key !== null)
    const otherKeys = [...identifiers, ...parts.flatMap(wordKeys)]
    if (hasExactMatch && (date?.day !== undefined || otherKeys.length > 0)) return []
    const names = parseName(name.value)
    return hasExactMatch && names.some(isWhole) ? [] : [{ reading: at, names, date, otherKeys }]
  })
}

const isWhole = ({ surname, given, patronymic }: PersonName) =>
  surname !== undefined && given !== undefined && patronymic !== undefined

/** Words of which the vocabulary is asked for `fuzzySteps`. */
export function fuzzyWords(doubtful: readonly DoubtfulName[]): string[] {
  return [...new Set(doubtful.flatMap(({ names }) => names.flatMap(correctableWords)))]
}

/**
 * Look-ups for names with one typing error, after everything that the plan itself asks; their tiers are their own. A
 * step of several keys has the one of the exchanged word first: steps that differ in it alone can be asked together.
 */
export function fuzzySteps(
  plan: SearchPlan,
  doubtful: readonly DoubtfulName[],
  neighbours: Neighbours
): PlanStep[] {
  const seen = new Set(plan.steps.map(stepKey))
  const steps: PlanStep[] = []
  for (const { reading, names, ...beside } of doubtful) {
    for (const step of rarestKeyFirst(fuzzyNameSteps(names, beside, neighbours))) {
      const key = stepKey(step)
      if (seen.has(key)) continue
      seen.add(key)
      steps.push({ reading, ...step })
    }
  }
  return bounded(steps.sort((a, b) => a.tier - b.tier))
}

/** So many look-ups are made of steps that differ in more than their first key; the likeliest come first. */
export const FUZZY_LOOKUPS_MAX = 48

function bounded(steps: PlanStep[]): PlanStep[] {
  const lookups = new Set<string>()
  return steps.filter(({ tier, surname, keys }) => {
    const lookup = `${tier} ${surname ?? keys.slice(1).join(' ')}`
    return lookups.has(lookup) || (lookups.size < FUZZY_LOOKUPS_MAX && lookups.add(lookup))
  })
}

/** The key of an exchanged word stands in hardly any other step; what stands beside it, in many. */
function rarestKeyFirst(steps: readonly NameStep[]): NameStep[] {
  const counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0
  for (const { keys } of steps) for (const key of keys) counts.set(key, countOf(key) + 1)
  return steps.map(step => ({ ...step, keys: step.keys.toSorted((a, b) => countOf(a) - countOf(b)) }))
}

const stepKey = ({ surname = '', keys }: Pick<PlanStep, 'surname' | 'keys'>) =>
  `${surname} ${keys.toSorted().join(' ')}`
