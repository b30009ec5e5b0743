import { ENOUGH_HITS, LONE_SURNAME_SHOWN, SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import { doubtsOf } from '#shared/identity/lookup/plan-fuzzy.ts'
import { isOtherName } from '#shared/identity/lookup/plan-fuzzy-name.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import type { Limits, LookupAnswer, LookupAnswers, SearchPolicy } from './contract.ts'
import { askCrowdedOut, shareSurnames } from './fair-share.ts'
import { createFindingsCollector } from './findings.ts'
import { possibleErrorsIn } from './fuzzy.ts'
import { createLookupRunner, type SearchCall, type SearchEngines } from './lookup-runner.ts'
import { countPersonHits, placesOf } from './person-hits.ts'
import {
  isLoneSurnameTier,
  isMistypedSurname,
  isWithoutDetail,
  type LookupTier,
  personOf,
  tierNumberOf,
  tiersOf
} from './tiers.ts'

type TierAnswer = readonly LookupAnswer[] | undefined

export type SearchRun = ReturnType<typeof startSearch>

export function startSearch(
  engines: SearchEngines,
  plan: SearchPlan,
  policy: SearchPolicy,
  signal: AbortSignal,
  limits: Limits
) {
  const until = performance.now() + SEARCH_DEADLINE_MS
  const call: SearchCall = { ...engines, plan, policy, signal, msLeft: () => until - performance.now() }
  const collector = createFindingsCollector(until)
  const { findings } = collector
  const hits = countPersonHits(plan, findings.candidates)
  const { lookUp, lookAgain, lookUpAdopted, withoutSuppressed } = createLookupRunner(call, collector)
  let errors: PlanStep[] = []

  const isEnough = (tier: LookupTier) =>
    [...hits.peopleIn(tier)].every(person => hits.hitsOf(person).length >= ENOUGH_HITS)

  const noteStages = ({ number, lookups }: LookupTier) =>
    collector.noteStages(
      { number, lookups: lookups.map(withoutSuppressed) },
      errors.filter(step => tierNumberOf(step) === number)
    )

  const addAnswers = ({ lookups }: LookupTier, answers: readonly LookupAnswer[]): void => {
    for (const [at, answer] of answers.entries()) {
      collector.add(answer)
      const lookup = lookups[at]
      if (lookup) hits.note(lookup, answer)
    }
  }

  const add = (tier: LookupTier, answers: TierAnswer): void => {
    if (!answers) return
    addAnswers(tier, answers)
    noteStages(tier)
  }

  const addSurnames = async (tier: LookupTier, answers: readonly LookupAnswer[]): Promise<void> => {
    const room = Math.max(0, LONE_SURNAME_SHOWN - placesOf(findings.candidates, limits.perSource))
    const { shared, isWhole } = await shareSurnames(tier, answers, room, limits.perSource, lookAgain)
    addAnswers(tier, shared)
    if (isWhole) noteStages(tier)
  }

  const addLooser = async (tier: LookupTier, answers: TierAnswer): Promise<void> => {
    if (answers && isMistypedSurname(tier)) await addSurnames(tier, answers)
    else add(tier, answers)
  }

  return {
    findings,
    isEnough,
    add,
    lookUp,

    isFull: ([exact]: readonly LookupTier[]) =>
      hits.fillAll(exact && isLoneSurnameTier(exact) ? LONE_SURNAME_SHOWN : limits.total, limits.perSource),

    async addExact(tier: LookupTier, answers: TierAnswer): Promise<void> {
      if (!answers) return
      if (isLoneSurnameTier(tier)) return await addSurnames(tier, answers)
      const full: LookupAnswer[] = []
      for (const [at, lookup] of tier.lookups.entries()) {
        const answer = answers[at]
        if (answer) full.push(await askCrowdedOut(lookup, answer, limits.perSource, lookAgain))
      }
      add(tier, full)
    },

    async lookUpErrors(tiers: readonly LookupTier[]): Promise<void> {
      const peopleAsked = new Set<number | undefined>()
      const answers = await lookUp(tiers)
      for (const [at, tier] of tiers.entries()) {
        const people = [...hits.peopleIn(tier)]
        if (isEnough(tier) && people.every(person => peopleAsked.has(person))) continue
        for (const person of people) peopleAsked.add(person)
        await addLooser(tier, answers[at])
      }
    },

    async lookUpUntilEnough(tiers: readonly LookupTier[]): Promise<void> {
      for (const tier of tiers) {
        if (isEnough(tier) && !isWithoutDetail(tier)) continue
        const [answers] = await lookUp([tier])
        await addLooser(tier, answers)
      }
    },

    lookUpAdopted: () => lookUpAdopted(limits.perSource),

    addAdopted({ answers, failed, tookUs }: LookupAnswers): void {
      collector.note(failed, tookUs)
      for (const answer of answers) collector.add(answer)
    },

    async fuzzyTiers(): Promise<LookupTier[]> {
      if (findings.failed.size > 0 || doubtsOf(plan).length === 0) return []
      const possible = await possibleErrorsIn(engines.engine, plan, call.msLeft(), signal)
      if (!possible) collector.note(new Set(policy.sources.keys()), new Map())
      findings.magnitudes = possible?.magnitudes ?? findings.magnitudes
      const steps = possible?.steps ?? []
      // Another name is not meant when this one was found.
      errors = steps.filter(step => !isOtherName(step) || hits.hitsOf(personOf(plan, step)).length === 0)
      return tiersOf(plan, errors, policy, limits)
    }
  }
}
