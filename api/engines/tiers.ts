import { ENOUGH_HITS, LONE_SURNAME_SHOWN } from '#shared/constants.ts'
import { formsFrom, surnameFormOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import type { Limits, Lookup, SearchPolicy } from './contract.ts'

/** Looser forms would bury the right records. */
const LOOSER_SHOWN = ENOUGH_HITS
const WITHOUT_DETAIL_SHOWN = 100
const FUZZY_TIERS_FROM = 8

/** Steps asked together; a surname's forms from the asked one to the other gender. */
export interface LookupTier {
  number: number
  lookups: readonly Lookup[]
}

export const tierNumberOf = ({ tier, form }: PlanStep): number =>
  (form === 'fuzzy' ? FUZZY_TIERS_FROM : 0) + tier

export function tiersOf(
  plan: Pick<SearchPlan, 'readings'>,
  steps: readonly PlanStep[],
  policy: Pick<SearchPolicy, 'sources'>,
  limits: Limits
): LookupTier[] {
  const tiers = Map.groupBy(steps, tierNumberOf)
  return [...tiers].map(([number, tier]) => ({ number, lookups: lookupsOf(plan, tier, policy, limits) }))
}

/** Undefined when the line numbers nobody. */
export const personOf = ({ readings }: Pick<SearchPlan, 'readings'>, { reading }: PlanStep) =>
  readings[reading]?.person

const byPerson = (plan: Pick<SearchPlan, 'readings'>, steps: readonly PlanStep[]): PlanStep[][] => [
  ...Map.groupBy(steps, step => personOf(plan, step)).values()
]

/** Each person has look-ups and places of their own; surnames have fewer places. */
function lookupsOf(
  plan: Pick<SearchPlan, 'readings'>,
  steps: readonly PlanStep[],
  { sources }: Pick<SearchPolicy, 'sources'>,
  limits: Limits
): Lookup[] {
  const surnames = steps.filter(step => step.surname !== undefined)
  const others = steps.filter(step => step.surname === undefined)
  const isLooser = steps.every(({ tier, form }) => tier > 0 && form !== 'fuzzy')
  const most = steps.some(step => step.withoutDetail)
    ? WITHOUT_DETAIL_SHOWN
    : isLooser
      ? LOOSER_SHOWN
      : limits.total
  const total = Math.min(limits.total, most)
  const lookups: Lookup[] = byPerson(plan, others).map(own => ({ steps: own, limits: { ...limits, total } }))
  if (surnames.length > 0) {
    const share = Math.ceil(Math.min(total, LONE_SURNAME_SHOWN) / (sources.size * surnames.length))
    const perSource = Math.max(1, Math.min(limits.perSource, share))
    for (const own of isLoneSurname(steps) ? formsOf(plan, surnames) : byPerson(plan, surnames))
      lookups.push({ steps: own, limits: { perSource, total } })
  }
  return lookups
}

const isLoneSurname = (steps: readonly PlanStep[]): boolean =>
  steps.length === 1 && steps.every(({ surname, tier }) => surname !== undefined && tier === 0)

function formsOf({ readings }: Pick<SearchPlan, 'readings'>, surnames: readonly PlanStep[]): PlanStep[][] {
  return surnames.flatMap(step => {
    const typed = readings[step.reading]?.value ?? ''
    return formsFrom(surnameFormOf(typed)).map(surnameForm => [{ ...step, surnameForm }])
  })
}

export const stagesOf = (tier: LookupTier): PlanStep[][] =>
  isLoneSurnameTier(tier)
    ? tier.lookups.map(({ steps }) => [...steps])
    : [tier.lookups.flatMap(({ steps }) => steps)]

export const isAsked = ({ number }: LookupTier, askedTiers: number): boolean =>
  (askedTiers & (1 << number)) !== 0

export const isWithoutDetail = (tier: LookupTier | undefined): boolean =>
  tier?.lookups.some(({ steps }) => steps.some(step => step.withoutDetail)) ?? false

export const isMistypedSurname = (tier: LookupTier): boolean =>
  tier.lookups.every(({ steps }) =>
    steps.every(({ surname, form }) => surname !== undefined && form === 'fuzzy')
  )

export const isLoneSurnameTier = (tier: LookupTier): boolean =>
  tier.lookups.some(({ steps }) => steps.some(step => step.surnameForm !== undefined))
