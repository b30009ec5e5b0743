import type { Reading } from '#shared/contracts/reading.ts'
import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { namesOf } from '#shared/identity/reading/reading.ts'
import { correctableOrganisationWords, organisationSpelling } from './organisation-words.ts'
import { identifierKey, lookupWords, wordKeys } from './plan.ts'
import { fuzzyNameSteps, type NameConditions, type Neighbours } from './plan-fuzzy-name.ts'
import {
  fuzzyOrganisationSteps,
  ORGANISATION_WORDS_MAX,
  type OrganisationConditions
} from './plan-fuzzy-organisation.ts'
import type { NameStep } from './plan-name.ts'
import { correctableWords } from './spelling-index.ts'
import type { PlanStep, SearchPlan } from './types.ts'

const LIKELY_TEXT = 0.5

interface DoubtfulName extends NameConditions {
  reading: number
  names: readonly PersonName[]
}

interface DoubtfulOrganisation extends OrganisationConditions {
  reading: number
}

type Doubt = DoubtfulName | DoubtfulOrganisation

/** Names of a plan in which a word may be mistyped, with their details and alone. */
export function doubtsOf(plan: SearchPlan): Doubt[] {
  const readingsLookedUp = new Set(plan.steps.map(step => step.reading))
  return plan.readings.flatMap((reading, at): Doubt[] => {
    if (!readingsLookedUp.has(at)) return []
    const parts = reading.kind === 'combined' ? (reading.parts ?? []) : [reading]
    const name = parts.find(part => part.kind === 'full_name')
    return name ? doubtsOfName(name, parts, at) : doubtsOfText(parts, at)
  })
}

function doubtsOfName(name: Reading, parts: readonly Reading[], reading: number): DoubtfulName[] {
  const dated = parts.find(part => part.kind === 'birth_date')
  const date = dated ? parseBirthDate(dated.value) : null
  const identifiers = parts.map(identifierKey).filter(key => key !== null)
  const otherKeys = [...identifiers, ...parts.flatMap(wordKeys)]
  const names = namesOf(name)
  const alone = { reading, names, date: null, otherKeys: [] }
  return date || otherKeys.length > 0 ? [{ reading, names, date, otherKeys }, alone] : [alone]
}

/** A text may be the name of an organisation; its details narrow but never hide. */
function doubtsOfText(parts: readonly Reading[], reading: number): DoubtfulOrganisation[] {
  const text = parts.find(part => part.kind === 'text' && part.confidence >= LIKELY_TEXT)
  if (!text) return []
  const words = lookupWords(text)
  if (correctableOrganisationWords(words).length === 0 || words.length > ORGANISATION_WORDS_MAX) return []
  const others = parts.filter(part => part !== text)
  const otherKeys = [...others.map(identifierKey).filter(key => key !== null), ...others.flatMap(wordKeys)]
  const alone = { reading, words, otherKeys: [] }
  return otherKeys.length > 0 ? [{ reading, words, otherKeys }, alone] : [alone]
}

/** Words to look up in the spelling index. */
export function fuzzyWords(doubts: readonly Doubt[]): string[] {
  const words = doubts.flatMap(doubt =>
    'names' in doubt
      ? doubt.names.flatMap(correctableWords)
      : correctableOrganisationWords(doubt.words).map(organisationSpelling)
  )
  return [...new Set(words)]
}

/** The key of the replaced word comes first, so that steps which differ in it alone can be one look-up. */
export function fuzzySteps(plan: SearchPlan, doubts: readonly Doubt[], neighbours: Neighbours): PlanStep[] {
  const plannedKeys = new Set(plan.steps.map(stepKey))
  const steps: PlanStep[] = []
  for (const doubt of doubts) {
    const mistyped =
      'names' in doubt
        ? fuzzyNameSteps(doubt.names, doubt, neighbours)
        : fuzzyOrganisationSteps(doubt, neighbours)
    for (const step of rarestKeyFirst(mistyped)) {
      const key = stepKey(step)
      if (plannedKeys.has(key)) continue
      plannedKeys.add(key)
      steps.push({ reading: doubt.reading, ...step })
    }
  }
  return bounded(steps.sort((a, b) => a.tier - b.tier))
}

/** Steps that differ only in the first key count once; the likeliest come first. */
export const FUZZY_LOOKUPS_MAX = 48
/** A thousand keys take 5 ms. */
export const FUZZY_STEPS_MAX = 400

function bounded(steps: PlanStep[]): PlanStep[] {
  const lookups = new Set<string>()
  const affordable = steps.filter(({ tier, surname, keys }) => {
    const lookup = `${tier} ${surname ?? keys.slice(1).join(' ')}`
    return lookups.has(lookup) || (lookups.size < FUZZY_LOOKUPS_MAX && lookups.add(lookup))
  })
  return affordable.slice(0, FUZZY_STEPS_MAX)
}

/** The key of a replaced word is rare, keys beside it are common. */
function rarestKeyFirst(steps: readonly NameStep[]): NameStep[] {
  const counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0
  for (const { keys } of steps) for (const key of keys) counts.set(key, countOf(key) + 1)
  return steps.map(step => ({ ...step, keys: step.keys.toSorted((a, b) => countOf(a) - countOf(b)) }))
}

const stepKey = ({ surname = '', keys }: Pick<PlanStep, 'surname' | 'keys'>) =>
  `${surname} ${keys.toSorted().join(' ')}`
