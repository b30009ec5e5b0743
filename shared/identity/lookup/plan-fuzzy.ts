import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { identifierKey, wordKeys } from './plan.ts'
import { fuzzyNameSteps, type NameConditions, type Neighbours } from './plan-fuzzy-name.ts'
import type { NameStep } from './plan-name.ts'
import { correctableWords } from './spelling-index.ts'
import type { PlanStep, SearchPlan } from './types.ts'

/** A name of a plan that may be mistyped, with what a record must have beside it. */
export interface DoubtfulName extends NameConditions {
  reading: number
  /** Its parses. */
  names: PersonName[]
}

/**
 * The names of a plan, of which a word may be mistyped in the line or in a record: with what stands beside them, and
 * alone.
 */
export function doubtfulNames(plan: SearchPlan): DoubtfulName[] {
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
    const names = parseName(name.value)
    const alone = { reading: at, names, date: null, otherKeys: [] }
    return date || otherKeys.length > 0 ? [{ reading: at, names, date, otherKeys }, alone] : [alone]
  })
}

/** Words to look up in the spelling index for `fuzzySteps`. */
export function fuzzyWords(doubtful: readonly DoubtfulName[]): string[] {
  return [...new Set(doubtful.flatMap(({ names }) => names.flatMap(correctableWords)))]
}

/**
 * Look-ups for names with one typing error, to follow those of the plan; their tiers are their own. In a step of several
 * keys the key of the replaced word comes first: steps that differ in it alone can be one look-up.
 */
export function fuzzySteps(
  plan: SearchPlan,
  doubtful: readonly DoubtfulName[],
  neighbours: Neighbours
): PlanStep[] {
  const plannedKeys = new Set(plan.steps.map(stepKey))
  const steps: PlanStep[] = []
  for (const { reading, names, ...beside } of doubtful) {
    for (const step of rarestKeyFirst(fuzzyNameSteps(names, beside, neighbours))) {
      const key = stepKey(step)
      if (plannedKeys.has(key)) continue
      plannedKeys.add(key)
      steps.push({ reading, ...step })
    }
  }
  return bounded(steps.sort((a, b) => a.tier - b.tier))
}

/** Cap on look-ups, counting steps that differ only in their first key once; the likeliest come first. */
export const FUZZY_LOOKUPS_MAX = 48
/** Cap on all steps: each is a key that the index is asked for, and a thousand take 5 ms. */
export const FUZZY_STEPS_MAX = 400

function bounded(steps: PlanStep[]): PlanStep[] {
  const lookups = new Set<string>()
  const affordable = steps.filter(({ tier, surname, keys }) => {
    const lookup = `${tier} ${surname ?? keys.slice(1).join(' ')}`
    return lookups.has(lookup) || (lookups.size < FUZZY_LOOKUPS_MAX && lookups.add(lookup))
  })
  return affordable.slice(0, FUZZY_STEPS_MAX)
}

/** The key of a replaced word is in hardly any other step, keys beside it are in many. */
function rarestKeyFirst(steps: readonly NameStep[]): NameStep[] {
  const counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0
  for (const { keys } of steps) for (const key of keys) counts.set(key, countOf(key) + 1)
  return steps.map(step => ({ ...step, keys: step.keys.toSorted((a, b) => countOf(a) - countOf(b)) }))
}

const stepKey = ({ surname = '', keys }: Pick<PlanStep, 'surname' | 'keys'>) =>
  `${surname} ${keys.toSorted().join(' ')}`
