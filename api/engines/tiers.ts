import { ENOUGH_HITS, LONE_SURNAME_SHOWN } from '#shared/constants.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { Limits, Lookup, SearchPolicy } from './contract.ts'

/** Looser forms may fit very many records, under which the few that do fit would be buried. */
const LOOSER_SHOWN = ENOUGH_HITS

/** The look-ups of steps that are asked at the same time. */
export type Tier = readonly Lookup[]

/** Steps by their tiers, with what each may bring. */
export const tiersOf = (steps: readonly PlanStep[], policy: SearchPolicy, limits: Limits): Tier[] =>
  [...Map.groupBy(steps, step => step.tier).values()].map(tier => lookupsOf(tier, policy, limits))

/** Surnames stand by themselves: their sources share less room than other steps have. */
function lookupsOf(steps: readonly PlanStep[], { sources }: SearchPolicy, limits: Limits): Tier {
  const surnames = steps.filter(step => step.surname !== undefined)
  const others = steps.filter(step => step.surname === undefined)
  const isLooser = steps.every(({ tier, form }) => tier > 0 && form !== 'fuzzy')
  const total = Math.min(limits.total, isLooser ? LOOSER_SHOWN : limits.total)
  const lookups: Lookup[] = []
  if (others.length > 0) lookups.push({ steps: others, limits: { ...limits, total } })
  if (surnames.length > 0) {
    const share = Math.ceil(Math.min(total, LONE_SURNAME_SHOWN) / (sources.size * surnames.length))
    lookups.push({
      steps: surnames,
      limits: { perSource: Math.max(1, Math.min(limits.perSource, share)), total }
    })
  }
  return lookups
}

/** The look-up of a tier that asks for one surname and nothing else. */
export function loneSurname(tier: Tier): Lookup | null {
  const [lookup] = tier
  const isLone = tier.length === 1 && lookup?.steps.length === 1 && lookup.steps[0]?.surname !== undefined
  return isLone ? lookup : null
}
