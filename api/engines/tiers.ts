import { ENOUGH_HITS, LONE_SURNAME_SHOWN } from '#shared/constants.ts'
import { formsFrom, surnameFormOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import type { Limits, Lookup, SearchPolicy } from './contract.ts'

/** Looser forms may match very many records and bury the few right ones. */
const LOOSER_SHOWN = ENOUGH_HITS
/** For a name without a detail of the line: whoever has the detail comes first. */
const WITHOUT_DETAIL_SHOWN = 100
/** Tiers of typing errors are numbered from here, behind all tiers of a plan. */
const FUZZY_TIERS_FROM = 8

/** Steps that are asked together; of a lone surname its look-ups go from the asked form to that of the other gender. */
export interface LookupTier {
  /** Its place among all tiers of the line, from 0. */
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

/** The person of the line whom a step is about; undefined where the line does not number them. */
export const personOf = ({ readings }: Pick<SearchPlan, 'readings'>, { reading }: PlanStep) =>
  readings[reading]?.person

const byPerson = (plan: Pick<SearchPlan, 'readings'>, steps: readonly PlanStep[]): PlanStep[][] => [
  ...Map.groupBy(steps, step => personOf(plan, step)).values()
]

/**
 * Each person of a line has a look-up and room of their own. Surnames are look-ups of their own: their sources share
 * fewer places than other steps have.
 */
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

/** Steps of a tier whose records come together, the best first. */
export const stagesOf = (tier: LookupTier): PlanStep[][] =>
  isLoneSurnameTier(tier)
    ? tier.lookups.map(({ steps }) => [...steps])
    : [tier.lookups.flatMap(({ steps }) => steps)]

/** Whether a search that asked these tiers asked this one. */
export const isAsked = ({ number }: LookupTier, askedTiers: number): boolean =>
  (askedTiers & (1 << number)) !== 0

/** True for look-ups that leave out a detail of the line. */
export const isWithoutDetail = (tier: LookupTier | undefined): boolean =>
  tier?.lookups.some(({ steps }) => steps.some(step => step.withoutDetail)) ?? false

/** True for look-ups of nothing but surnames one typing error away from a lone one. */
export const isMistypedSurname = (tier: LookupTier): boolean =>
  tier.lookups.every(({ steps }) =>
    steps.every(({ surname, form }) => surname !== undefined && form === 'fuzzy')
  )

/** True for the look-ups of a surname that stands alone. */
export const isLoneSurnameTier = (tier: LookupTier): boolean =>
  tier.lookups.some(({ steps }) => steps.some(step => step.surnameForm !== undefined))
