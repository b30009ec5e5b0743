import { isSelective } from '#shared/identity/lookup/selectivity.ts'
import type { Lookup, LookupAnswer } from './contract.ts'
import { shareAlike } from './findings.ts'
import type { LookAgain } from './lookup-runner.ts'
import type { LookupTier } from './tiers.ts'

/** Each round fills at least one source. */
const ROUNDS_MAX = 4

/** @param room Places for all. */
async function widen(
  lookup: Lookup,
  first: LookupAnswer,
  room: number,
  mostPerSource: number,
  lookAgain: LookAgain
): Promise<LookupAnswer> {
  let answer = first
  let { perSource } = lookup.limits
  for (let round = 0; round < ROUNDS_MAX && answer.more.size > 0; round += 1) {
    const { candidates, more } = answer
    const free = Math.floor((room - candidates.length) / more.size)
    if (free <= 0 || perSource >= mostPerSource) return answer
    perSource = Math.min(mostPerSource, perSource + free)
    const wider = await lookAgain(lookup, more, perSource)
    if (!wider) return answer
    const others = candidates.filter(({ source }) => !more.has(source))
    answer = { candidates: [...others, ...wider.candidates], more: wider.more }
  }
  return answer
}

/** The first look-up of every source precedes any second one. */
export async function shareSurnames(
  { lookups }: LookupTier,
  answers: readonly LookupAnswer[],
  roomForAll: number,
  mostPerSource: number,
  lookAgain: LookAgain
): Promise<{ shared: LookupAnswer[]; isWhole: boolean }> {
  const shared: LookupAnswer[] = []
  let room = roomForAll
  for (const [at, lookup] of lookups.entries()) {
    const answer = answers[at]
    if (!answer) return { shared, isWhole: false }
    const ofLookup = shareAlike(await widen(lookup, answer, room, mostPerSource, lookAgain), room)
    room -= ofLookup.candidates.length
    shared.push(ofLookup)
  }
  return { shared, isWhole: true }
}

/** Asks sources whose rows were crowded out, before anything looser. */
export async function askCrowdedOut(
  lookup: Lookup,
  first: LookupAnswer,
  mostPerSource: number,
  lookAgain: LookAgain
): Promise<LookupAnswer> {
  let answer = first
  if (!lookup.steps.every(isSelective)) return answer
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const own = Map.groupBy(answer.candidates, ({ source }) => source)
    const open = new Set([...answer.more].filter(key => (own.get(key)?.length ?? 0) < mostPerSource))
    if (open.size === 0 || answer.candidates.length >= lookup.limits.total) return answer
    const again = await lookAgain(lookup, open)
    if (!again) return answer
    const others = answer.candidates.filter(({ source }) => !open.has(source))
    const full = [...answer.more].filter(key => !open.has(key))
    answer = { candidates: [...others, ...again.candidates], more: new Set([...full, ...again.more]) }
  }
  return answer
}
