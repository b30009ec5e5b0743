import { ENOUGH_HITS, LONE_SURNAME_SHOWN } from '#shared/constants.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { Limits, Lookup, SearchPolicy } from './contract.ts'

/** Looser forms may match very many records and bury the few right ones. */
const LOOSER_SHOWN = ENOUGH_HITS
/** Of a name without a detail of the line: whoever has the detail comes first. */
const WITHOUT_DETAIL_SHOWN = 100

export type LookupTier = readonly Lookup[]

export const tiersOf = (
  steps: readonly PlanStep[],
  policy: Pick<SearchPolicy, 'sources'>,
  limits: Limits
): LookupTier[] =>
  [...Map.groupBy(steps, step => step.tier).values()].map(tier => lookupsOf(tier, policy, limits))

/** Surnames are look-ups of their own: their sources share fewer places than other steps have. */
function lookupsOf(
  steps: readonly PlanStep[],
  { sources }: Pick<SearchPolicy, 'sources'>,
  limits: Limits
): LookupTier {
  const surnames = steps.filter(step => step.surname !== undefined)
  const others = steps.filter(step => step.surname === undefined)
  const isLooser = steps.every(({ tier, form }) => tier > 0 && form !== 'fuzzy')
  const most = steps.some(step => step.withoutDetail)
    ? WITHOUT_DETAIL_SHOWN
    : isLooser
      ? LOOSER_SHOWN
      : limits.total
  const total = Math.min(limits.total, most)
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

/** True for look-ups that leave out a detail of the line. */
export const isWithoutDetail = (tier: LookupTier = []): boolean =>
  tier.some(({ steps }) => steps.some(step => step.withoutDetail))

export function loneSurname(tier: LookupTier): Lookup | null {
  const [lookup] = tier
  const isLone = tier.length === 1 && lookup?.steps.length === 1 && lookup.steps[0]?.surname !== undefined
  return isLone ? lookup : null
}
