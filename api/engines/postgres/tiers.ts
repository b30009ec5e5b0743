import type { SQL } from 'bun'
import { ENOUGH_HITS } from '#shared/constants.ts'
import { doubtfulNames, fuzzySteps, fuzzyWords } from '#shared/identity/lookup/plan-fuzzy.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import { collect, type Gathered } from './collect-candidates.ts'
import { askTogether } from './combined-scan.ts'
import { lookups } from './lookups.ts'
import { neighboursOf } from './spellings.ts'
import { type Answered, askAll, type Lookup, type Scope } from './statement.ts'
import { storedKey } from './stored-key.ts'

/** A search on its way. */
export interface Search extends Gathered {
  plan: SearchPlan
  scope: Scope
  isFrequent(surname: string): boolean
}

/** At most so many are shown of a surname that very many share. */
const FREQUENT_SHOWN = 100
/** So many of the looser forms, which would otherwise bury the few that fit under hundreds that may. */
const LOOSER_SHOWN = ENOUGH_HITS

/** Asks tier after tier until enough is found; names with a typing error last. */
export async function searchTiers(sql: SQL, search: Search): Promise<void> {
  const { plan, seen } = search
  const exact = lookupsOf(
    plan.steps.filter(step => step.tier === 0),
    search
  )
  const looser = tiersOf(
    plan.steps.filter(step => step.tier > 0),
    search
  )
  // Keys that tell a person hardly ever find enough: then the looser forms are asked in the same statement.
  const first = exact.every(({ narrow }) => narrow !== null) ? [exact, ...looser.splice(0)] : [exact]
  const answers = await askTogether(sql, first.flat(), search.scope)
  let isWrittenSo = false
  for (const [at, tier] of first.entries()) {
    const answered = answers.splice(0, tier.length)
    if (seen.size < ENOUGH_HITS) take(tier, answered, search)
    if (at === 0) isWrittenSo = seen.size > 0
  }
  await fillUp(sql, exact, search)
  await askTiers(sql, looser, search)
  // Where nobody is written so a word is probably mistyped, however many the rest of the name finds.
  if (seen.size >= ENOUGH_HITS && isWrittenSo) return
  const doubtful = doubtfulNames(plan, isWrittenSo)
  if (doubtful.length === 0) return
  const fuzzy = fuzzySteps(plan, doubtful, await neighboursOf(sql, fuzzyWords(doubtful)))
  const [likeliest = [], ...others] = tiersOf(fuzzy, search)
  take(likeliest, await askAll(sql, likeliest, search.scope), search)
  await askTiers(sql, others, search)
}

async function askTiers(sql: SQL, tiers: readonly Lookup[][], search: Search): Promise<void> {
  for (const tier of tiers) {
    if (search.seen.size >= ENOUGH_HITS) return
    take(tier, await askAll(sql, tier, search.scope), search)
  }
}

/** Surnames share the room between all sources; what some leave empty goes to those that have more. */
async function fillUp(sql: SQL, exact: readonly Lookup[], search: Search): Promise<void> {
  const { found, policy, scope, seen, keyOf } = search
  const lone = exact.length === 1 ? exact[0] : undefined
  if (lone?.condition.kind !== 'surname' || search.isFrequent(lone.condition.surname)) return
  const fuller = [...keyOf].filter(([, source]) => found.more.has(source))
  const limit = Math.min(
    policy.perSource,
    lone.limit + Math.floor((policy.inAll - seen.size) / fuller.length)
  )
  if (fuller.length === 0 || limit <= lone.limit) return
  for (const [, source] of fuller) found.more.delete(source)
  const again = [{ ...lone, limit }]
  take(
    again,
    await askAll(sql, again, { ...scope, sources: `{${fuller.map(([id]) => id).join(',')}}` }),
    search
  )
}

function take(tier: readonly Lookup[], answers: readonly Answered[], search: Search): void {
  for (const [at, lookup] of tier.entries()) {
    const answer = answers[at]
    if (answer) collect(lookup, answer, search)
  }
}

function lookupsOf(steps: readonly PlanStep[], { policy, isFrequent }: Search): Lookup[] {
  const frequent = steps.some(({ surname }) => surname !== undefined && isFrequent(storedKey(surname)))
  const looser = steps.every(({ tier, form }) => tier > 0 && form !== 'fuzzy')
  const most = frequent ? FREQUENT_SHOWN : looser ? LOOSER_SHOWN : policy.inAll
  return lookups(steps, { ...policy, inAll: Math.min(policy.inAll, most) })
}

const tiersOf = (steps: readonly PlanStep[], search: Search): Lookup[][] =>
  [...Map.groupBy(steps, step => step.tier).values()].map(tier => lookupsOf(tier, search))
