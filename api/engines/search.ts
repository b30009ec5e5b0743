import {
  ENOUGH_HITS,
  LONE_SURNAME_SHOWN,
  SEARCH_DEADLINE_MS,
  SHOWN_IN_ALL,
  SHOWN_PER_SOURCE
} from '#shared/constants.ts'
import { doubtfulNames } from '#shared/identity/lookup/plan-fuzzy.ts'
import { isOtherName } from '#shared/identity/lookup/plan-fuzzy-name.ts'
import { isSelective } from '#shared/identity/lookup/selectivity.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import type {
  Limits,
  Lookup,
  LookupAnswer,
  LookupAnswers,
  SearchEngine,
  SearchPolicy,
  SourceKey
} from './contract.ts'
import { collectFindings, type SearchFindings, shareAlike } from './findings.ts'
import { type AskedErrors, errorsIn, stepsOf } from './fuzzy.ts'
import { createSuppressedSteps } from './suppressed-steps.ts'
import {
  isAsked,
  isLoneSurnameTier,
  isWithoutDetail,
  type LookupTier,
  stagesOf,
  tierNumberOf,
  tiersOf
} from './tiers.ts'

export type { SearchFindings } from './findings.ts'

export const SHOWN: Limits = { perSource: SHOWN_PER_SOURCE, total: SHOWN_IN_ALL }
/** Rounds of asking again the sources that others left no room; each fills at least one source. */
const ROUNDS_MAX = 4

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
  const [adopted] = await Promise.all([run.lookUpAdopted(), lookUpLoaded(run, plan, policy, limits)])
  // At the end, so that it is the same whichever came first.
  if (adopted) run.addAdopted(adopted)
  return findings
}

/** By the keys that loaded records have. */
async function lookUpLoaded(
  run: ReturnType<typeof startSearch>,
  plan: SearchPlan,
  policy: SearchPolicy,
  limits: Limits
): Promise<void> {
  const tiers = tiersOf(plan, plan.steps, policy, limits)
  const exact = tiers[0]?.number === 0 ? tiers.splice(0, 1) : []
  const exactSteps = plan.steps.filter(step => step.tier === 0)

  // Selective keys rarely find enough, so the looser forms run together with them.
  const together = exactSteps.every(isSelective) ? tiers.splice(0) : []
  const answers = await run.lookUp([...exact, ...together])
  for (const tier of exact) await run.addExact(tier, answers.shift())
  for (const tier of together) {
    const answer = answers.shift()
    if (!run.isEnough() || isWithoutDetail(tier)) run.add(tier, answer)
  }
  await run.lookUpUntilEnough(tiers)

  // Stored values are mistyped too: they are asked for whatever was found, as long as there is room.
  if (run.isFull(exact)) return
  const [likeliest, ...others] = await run.fuzzyTiers()
  if (likeliest) await run.lookUpAll(likeliest)
  await run.lookUpUntilEnough(others)
}

/** The steps that a search asked, told again from its tiers and its typing errors. */
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

type TierAnswer = readonly LookupAnswer[] | undefined

function startSearch(
  engine: SearchEngine,
  plan: SearchPlan,
  policy: SearchPolicy,
  signal: AbortSignal,
  limits: Limits
) {
  const until = performance.now() + SEARCH_DEADLINE_MS
  const msLeft = () => until - performance.now()
  const collected = collectFindings(until)
  const withoutSuppressed = createSuppressedSteps(plan, policy)
  const { findings, counts } = collected
  const isEnough = () => findings.candidates.length >= ENOUGH_HITS
  /** Places that are taken; what a source has beyond its own takes none. */
  const taken = () => [...counts.values()].reduce((sum, count) => sum + Math.min(limits.perSource, count), 0)

  /** Typing errors that may be asked. */
  let errors: PlanStep[] = []
  const noteAsked = ({ number, lookups }: LookupTier) =>
    collected.asked(
      { number, lookups: lookups.map(withoutSuppressed) },
      errors.filter(step => tierNumberOf(step) === number)
    )

  const add = (tier: LookupTier, answers: TierAnswer): void => {
    if (!answers) return
    for (const answer of answers) collected.add(answer)
    noteAsked(tier)
  }

  /** Answers by tier; none once a source has failed, because what is missing can no longer be told. */
  async function lookUp(tiers: readonly LookupTier[], within = policy): Promise<LookupAnswer[][]> {
    const lookups = tiers.flatMap(tier => tier.lookups).map(withoutSuppressed)
    if (lookups.length === 0 || findings.failed.size > 0) return []
    const { answers, failed, tookUs } = await engine.look(lookups, within, msLeft(), signal)
    collected.note(failed, tookUs)
    return tiers.map(tier => answers.splice(0, tier.lookups.length))
  }

  /** Asks sources once more; undefined when that failed. */
  async function lookAgain(
    lookup: Lookup,
    sources: ReadonlySet<SourceKey>,
    perSource = lookup.limits.perSource
  ): Promise<LookupAnswer | undefined> {
    const again = { ...lookup, limits: { ...lookup.limits, perSource } }
    const within = { ...policy, sources: new Map([...policy.sources].filter(([key]) => sources.has(key))) }
    const [answers] = await lookUp([{ number: 0, lookups: [again] }], within)
    return findings.failed.size > 0 ? undefined : answers?.[0]
  }

  /** Places that some sources leave empty go to those with more records. */
  async function widen(lookup: Lookup, first: LookupAnswer, room: number): Promise<LookupAnswer> {
    let answer = first
    let { perSource } = lookup.limits
    for (let round = 0; round < ROUNDS_MAX && answer.more.size > 0; round += 1) {
      const { candidates, more } = answer
      const free = Math.floor((room - candidates.length) / more.size)
      if (free <= 0 || perSource >= limits.perSource) return answer
      perSource = Math.min(limits.perSource, perSource + free)
      const wider = await lookAgain(lookup, more, perSource)
      if (!wider) return answer
      const others = candidates.filter(({ source }) => !more.has(source))
      answer = { candidates: [...others, ...wider.candidates], more: wider.more }
    }
    return answer
  }

  /** A lone surname: the asked form in every source comes before the next form in any. */
  async function addSurname(tier: LookupTier, answers: readonly LookupAnswer[]) {
    let room = LONE_SURNAME_SHOWN
    for (const [at, lookup] of tier.lookups.entries()) {
      const answer = answers[at]
      if (!answer) return
      const shared = shareAlike(await widen(lookup, answer, room), room)
      room -= shared.candidates.length
      collected.add(shared)
    }
    noteAsked(tier)
  }

  /** Rows that were read may all be of a few sources: the others are asked for theirs, before anything looser. */
  async function fillUp(lookup: Lookup, first: LookupAnswer): Promise<LookupAnswer> {
    let answer = first
    if (!lookup.steps.every(isSelective)) return answer
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const own = Map.groupBy(answer.candidates, ({ source }) => source)
      const open = new Set([...answer.more].filter(key => (own.get(key)?.length ?? 0) < limits.perSource))
      if (open.size === 0 || answer.candidates.length >= lookup.limits.total) return answer
      const again = await lookAgain(lookup, open)
      if (!again) return answer
      const others = answer.candidates.filter(({ source }) => !open.has(source))
      const full = [...answer.more].filter(key => !open.has(key))
      answer = { candidates: [...others, ...again.candidates], more: new Set([...full, ...again.more]) }
    }
    return answer
  }

  return {
    findings,
    isEnough,
    add,
    lookUp,

    isFull: ([exact]: readonly LookupTier[]) =>
      taken() >= (exact && isLoneSurnameTier(exact) ? LONE_SURNAME_SHOWN : limits.total),

    async addExact(tier: LookupTier, answers: TierAnswer): Promise<void> {
      if (!answers) return
      if (isLoneSurnameTier(tier)) return await addSurname(tier, answers)
      const full: LookupAnswer[] = []
      for (const [at, lookup] of tier.lookups.entries()) {
        const answer = answers[at]
        if (answer) full.push(await fillUp(lookup, answer))
      }
      add(tier, full)
    },

    async lookUpAll(tier: LookupTier): Promise<void> {
      const [answers] = await lookUp([tier])
      add(tier, answers)
    },

    async lookUpUntilEnough(tiers: readonly LookupTier[]): Promise<void> {
      for (const tier of tiers) {
        if (isEnough() && !isWithoutDetail(tier)) continue
        const [answers] = await lookUp([tier])
        add(tier, answers)
      }
    },

    /** What this product did not load has no keys: it is asked once, beside everything else. */
    async lookUpAdopted(): Promise<LookupAnswers | null> {
      const sources = new Map([...policy.sources].filter(([, { adopted }]) => adopted))
      if (sources.size === 0) return null
      return await engine.lookAdopted(
        plan.readings,
        limits.perSource,
        { ...policy, sources },
        msLeft(),
        signal
      )
    },

    addAdopted({ answers, failed, tookUs }: LookupAnswers): void {
      collected.note(failed, tookUs)
      for (const answer of answers) collected.add(answer)
    },

    async fuzzyTiers(): Promise<LookupTier[]> {
      if (findings.failed.size > 0 || doubtfulNames(plan).length === 0) return []
      const possible = await errorsIn(engine, plan, msLeft(), signal)
      if (!possible) collected.note(new Set(policy.sources.keys()), new Map())
      findings.magnitudes = possible?.magnitudes ?? findings.magnitudes
      const steps = possible?.steps ?? []
      // Nobody of another name was meant where somebody of this one was found.
      errors = findings.candidates.length > 0 ? steps.filter(step => !isOtherName(step)) : steps
      return tiersOf(plan, errors, policy, limits)
    }
  }
}
