import {
  ENOUGH_HITS,
  LONE_SURNAME_SHOWN,
  SEARCH_DEADLINE_MS,
  SHOWN_IN_ALL,
  SHOWN_PER_SOURCE
} from '#shared/constants.ts'
import {
  type DoubtfulName,
  doubtfulNames,
  fuzzySteps,
  fuzzyWords
} from '#shared/identity/lookup/plan-fuzzy.ts'
import { isSelective } from '#shared/identity/lookup/selectivity.ts'
import { neighbourhoodOf } from '#shared/identity/lookup/spelling-index.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import type { Limits, LookupAnswer, SearchEngine, SearchPolicy } from './contract.ts'
import { collectFindings, type SearchFindings } from './findings.ts'
import { createSuppressedSteps } from './suppressed-steps.ts'
import { isWithoutDetail, type LookupTier, loneSurname, tiersOf } from './tiers.ts'

export type { SearchFindings } from './findings.ts'

export const SHOWN: Limits = { perSource: SHOWN_PER_SOURCE, total: SHOWN_IN_ALL }

/**
 * Searches from exact to loose forms until there are enough hits, and for typing errors last. The same for every
 * engine.
 *
 * @param signal Fires when the client leaves; the search then rejects with `signal.reason`.
 */
export async function search(
  engine: SearchEngine,
  plan: SearchPlan,
  policy: SearchPolicy,
  signal: AbortSignal,
  limits = SHOWN
): Promise<SearchFindings> {
  if (!policy?.sources || policy.suppressedKeys === undefined) throw new Error('search without a policy')
  const run = startSearch(engine, plan, policy, signal, limits)
  const { findings } = run
  if (policy.sources.size === 0) return findings
  const exactSteps = plan.steps.filter(step => step.tier === 0)
  const looserSteps = plan.steps.filter(step => step.tier > 0)
  const [exact = [], ...looser] = [
    tiersOf(exactSteps, policy, limits).flat(),
    ...tiersOf(looserSteps, policy, limits)
  ]

  // Selective keys rarely find enough, so the looser forms run together with them.
  const together = exactSteps.every(isSelective) ? looser.splice(0) : []
  const [exactAnswers = [], ...looserAnswers] = await run.lookUp([exact, ...together])
  run.add(exactAnswers)
  await run.fillUp(exact, exactAnswers)
  for (const [at, answers] of looserAnswers.entries())
    if (!run.isEnough() || isWithoutDetail(together[at])) run.add(answers)
  await run.lookUpUntilEnough(looser)

  // Stored values are mistyped too: they are asked for whatever was found, as long as there is room.
  if (run.isFull(exact)) return findings
  const [likeliest, ...others] = await run.fuzzyTiers(doubtfulNames(plan))
  if (likeliest) for (const answers of await run.lookUp([likeliest])) run.add(answers)
  await run.lookUpUntilEnough(others)
  return findings
}

function startSearch(
  engine: SearchEngine,
  plan: SearchPlan,
  policy: SearchPolicy,
  signal: AbortSignal,
  limits: Limits
) {
  const until = performance.now() + SEARCH_DEADLINE_MS
  const msLeft = () => until - performance.now()
  const collected = collectFindings(limits.perSource)
  const withoutSuppressed = createSuppressedSteps(plan, policy)
  const { findings } = collected
  const isEnough = () => findings.candidates.length >= ENOUGH_HITS
  const isFull = (exact: LookupTier) =>
    findings.candidates.length >= (loneSurname(exact) ? LONE_SURNAME_SHOWN : limits.total)

  const add = (answers: readonly LookupAnswer[]): void => {
    for (const answer of answers) collected.add(answer)
  }

  /** Answers by tier; none once a source has failed, because what is missing can no longer be told. */
  async function lookUp(tiers: readonly LookupTier[], within = policy): Promise<LookupAnswer[][]> {
    const lookups = tiers.flat().map(withoutSuppressed)
    if (lookups.length === 0 || findings.failed.size > 0) return []
    const { answers, failed, tookUs } = await engine.look(lookups, within, msLeft(), signal)
    collected.note(failed, tookUs)
    return tiers.map(tier => answers.splice(0, tier.length))
  }

  return {
    findings,
    isEnough,
    isFull,
    add,
    lookUp,

    async lookUpUntilEnough(tiers: readonly LookupTier[]): Promise<void> {
      for (const tier of tiers) {
        if (isEnough() && !isWithoutDetail(tier)) continue
        for (const answers of await lookUp([tier])) add(answers)
      }
    },

    /** Sources share the places of a lone surname; places that some leave empty go to those with more records. */
    async fillUp(exact: LookupTier, [answer]: readonly LookupAnswer[]): Promise<void> {
      const lookup = loneSurname(exact)
      if (!lookup || !answer) return
      const sourcesWithMore = new Map([...policy.sources].filter(([key]) => answer.more.has(key)))
      const room = Math.floor((LONE_SURNAME_SHOWN - findings.candidates.length) / sourcesWithMore.size)
      const perSource = Math.min(limits.perSource, lookup.limits.perSource + room)
      if (sourcesWithMore.size === 0 || perSource <= lookup.limits.perSource) return
      const wider = { ...lookup, limits: { ...lookup.limits, perSource } }
      const [answers] = await lookUp([[wider]], { ...policy, sources: sourcesWithMore })
      // What failed has taken nothing: there is still more.
      if (!answers || findings.failed.size > 0) return
      for (const key of sourcesWithMore.keys()) findings.more.delete(key)
      add(answers)
    },

    async fuzzyTiers(doubtful: readonly DoubtfulName[]): Promise<LookupTier[]> {
      if (doubtful.length === 0 || findings.failed.size > 0) return []
      const words = fuzzyWords(doubtful)
      const spellings = await engine.spellings(words, msLeft(), signal)
      if (!spellings) {
        collected.note(new Set(policy.sources.keys()), new Map())
        return []
      }
      const neighbours = new Map(words.map(word => [word, neighbourhoodOf(word, spellings)]))
      return tiersOf(fuzzySteps(plan, doubtful, neighbours), policy, limits)
    }
  }
}
