import { assertPolicy } from '#api/book/policy.ts'
import { SHOWN_IN_ALL, SHOWN_PER_SOURCE } from '#shared/constants.ts'
import { isSelective } from '#shared/identity/lookup/selectivity.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import type { Limits, SearchPolicy } from './contract.ts'
import type { Findings } from './findings.ts'
import { type AskedErrors, stepsOf } from './fuzzy.ts'
import type { SearchEngines } from './lookup-runner.ts'
import { type SearchRun, startSearch } from './search-run.ts'
import { createSuppressedSteps } from './suppressed-steps.ts'
import { isAsked, isWithoutDetail, stagesOf, tiersOf } from './tiers.ts'

export type { Findings } from './findings.ts'
export type { SearchEngines } from './lookup-runner.ts'

export const SHOWN: Limits = { perSource: SHOWN_PER_SOURCE, total: SHOWN_IN_ALL }

/**
 * Searches from exact to loose forms until each person has enough hits, typing errors last. The same for every engine.
 * @param signal Fires when the client leaves; rejects with `signal.reason`.
 */
export async function search(
  engines: SearchEngines,
  plan: SearchPlan,
  policy: SearchPolicy,
  signal: AbortSignal,
  limits = SHOWN
): Promise<Findings> {
  assertPolicy(policy)
  const run = startSearch(engines, plan, policy, signal, limits)
  const { findings } = run
  if (policy.sources.size === 0) return findings
  const [adopted] = await Promise.all([run.lookUpAdopted(), lookUpLoaded(run, plan, policy, limits)])
  // Last, for a stable order.
  if (adopted) run.addAdopted(adopted)
  return findings
}

async function lookUpLoaded(
  run: SearchRun,
  plan: SearchPlan,
  policy: SearchPolicy,
  limits: Limits
): Promise<void> {
  const tiers = tiersOf(plan, plan.steps, policy, limits)
  const exact = tiers[0]?.number === 0 ? tiers.splice(0, 1) : []
  const exactSteps = plan.steps.filter(step => step.tier === 0)

  // Selective keys rarely find enough, so looser forms run in parallel.
  const together = exactSteps.every(isSelective) ? tiers.splice(0) : []
  const answers = await run.lookUp([...exact, ...together])
  for (const tier of exact) await run.addExact(tier, answers.shift())
  for (const tier of together) {
    const answer = answers.shift()
    if (!run.isEnough(tier) || isWithoutDetail(tier)) run.add(tier, answer)
  }
  await run.lookUpUntilEnough(tiers)

  // Stored values are mistyped too, so errors are asked while there is room.
  if (run.isFull(exact)) return
  await run.lookUpErrors(await run.fuzzyTiers())
}

/** Rebuilds the steps of a search from tiers and typing errors. */
export function stepsAsked(
  plan: SearchPlan,
  policy: SearchPolicy,
  askedTiers: number,
  errors: AskedErrors | null
): PlanStep[][] {
  const withoutSuppressed = createSuppressedSteps(plan, policy)
  return tiersOf(plan, [...plan.steps, ...stepsOf(errors ?? [])], policy, SHOWN)
    .filter(tier => isAsked(tier, askedTiers))
    .flatMap(({ number, lookups }) => stagesOf({ number, lookups: lookups.map(withoutSuppressed) }))
}
