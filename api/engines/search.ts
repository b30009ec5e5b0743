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
import { createCollection, type Found } from './findings.ts'
import { loneSurname, type Tier, tiersOf } from './tiers.ts'

export type { Found } from './findings.ts'

/** What one answer shows at most. */
export const SHOWN: Limits = { perSource: SHOWN_PER_SOURCE, total: SHOWN_IN_ALL }

/**
 * Asks from exact to loose until enough is found, and names that may be mistyped last. The same for every engine.
 *
 * @param signal Fires when the client leaves; then it rejects with `signal.reason`.
 */
export async function search(
  engine: SearchEngine,
  plan: SearchPlan,
  policy: SearchPolicy,
  signal: AbortSignal,
  limits = SHOWN
): Promise<Found> {
  if (!policy?.sources || policy.isSuppressed === undefined) throw new Error('search without a policy')
  const inquiry = openInquiry(engine, policy, signal, limits)
  const { found } = inquiry
  if (policy.sources.size === 0) return found
  const exactSteps = plan.steps.filter(step => step.tier === 0)
  const looserSteps = plan.steps.filter(step => step.tier > 0)
  const [exact = [], ...looser] = [
    tiersOf(exactSteps, policy, limits).flat(),
    ...tiersOf(looserSteps, policy, limits)
  ]

  // Keys that tell a person hardly ever find enough: then the looser forms are asked together with them.
  const together = exactSteps.every(isSelective) ? looser.splice(0) : []
  const [exactAnswers = [], ...looserAnswers] = await inquiry.ask([exact, ...together])
  inquiry.add(exactAnswers)
  const isWrittenSo = found.candidates.length > 0
  await inquiry.fillUp(exact, exactAnswers)
  for (const answers of looserAnswers) if (!inquiry.isEnough()) inquiry.add(answers)
  await inquiry.askUntilEnough(looser)

  // Where nobody is written so a word is probably mistyped, however many the rest of the name finds.
  if (inquiry.isEnough() && isWrittenSo) return found
  const doubtful = doubtfulNames(plan, isWrittenSo)
  const [likeliest, ...others] = await inquiry.fuzzyTiers(plan, doubtful)
  if (likeliest) for (const answers of await inquiry.ask([likeliest])) inquiry.add(answers)
  await inquiry.askUntilEnough(others)
  return found
}

/** One search on its way: what it has found, and the time that it has left. */
function openInquiry(engine: SearchEngine, policy: SearchPolicy, signal: AbortSignal, limits: Limits) {
  const until = performance.now() + SEARCH_DEADLINE_MS
  const msLeft = () => until - performance.now()
  const collection = createCollection(limits.perSource)
  const { found } = collection
  const isEnough = () => found.candidates.length >= ENOUGH_HITS

  const add = (answers: readonly LookupAnswer[]): void => {
    for (const answer of answers) collection.add(answer)
  }

  /** Answers by tier; none once a source has failed, as what is still missing cannot be told any more. */
  async function ask(tiers: readonly Tier[], within = policy): Promise<LookupAnswer[][]> {
    const lookups = tiers.flat()
    if (lookups.length === 0 || found.failed.size > 0) return []
    const { answers, failed, tookUs } = await engine.look(lookups, within, msLeft(), signal)
    collection.note(failed, tookUs)
    return tiers.map(tier => answers.splice(0, tier.length))
  }

  return {
    found,
    isEnough,
    add,
    ask,

    async askUntilEnough(tiers: readonly Tier[]): Promise<void> {
      for (const tier of tiers) {
        if (isEnough()) return
        for (const answers of await ask([tier])) add(answers)
      }
    },

    /** Sources share the room of a lone surname; what some leave empty goes to those that have more. */
    async fillUp(exact: Tier, [answer]: readonly LookupAnswer[]): Promise<void> {
      const lookup = loneSurname(exact)
      if (!lookup || !answer) return
      const fuller = new Map([...policy.sources].filter(([key]) => answer.more.has(key)))
      const room = Math.floor((LONE_SURNAME_SHOWN - found.candidates.length) / fuller.size)
      const perSource = Math.min(limits.perSource, lookup.limits.perSource + room)
      if (fuller.size === 0 || perSource <= lookup.limits.perSource) return
      const wider = { ...lookup, limits: { ...lookup.limits, perSource } }
      const [answers] = await ask([[wider]], { ...policy, sources: fuller })
      if (!answers) return
      for (const key of fuller.keys()) found.more.delete(key)
      add(answers)
    },

    /** Tiers for names with one typing error; none when nothing is doubtful. */
    async fuzzyTiers(plan: SearchPlan, doubtful: readonly DoubtfulName[]): Promise<Tier[]> {
      if (doubtful.length === 0 || found.failed.size > 0) return []
      const words = fuzzyWords(doubtful)
      const spellings = await engine.spellings(words, msLeft(), signal)
      if (!spellings) {
        collection.note(new Set(policy.sources.keys()), new Map())
        return []
      }
      const neighbours = new Map(words.map(word => [word, neighbourhoodOf(word, spellings)]))
      return tiersOf(fuzzySteps(plan, doubtful, neighbours), policy, limits)
    }
  }
}
