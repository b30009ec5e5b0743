import { doubtsOf, fuzzySteps, fuzzyWords } from '#shared/identity/lookup/plan-fuzzy.ts'
import { neighbourhoodOf } from '#shared/identity/lookup/spelling-index.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import type { SearchEngine } from './contract.ts'

/** The names of a line with one word exchanged for a stored spelling near it. */
export interface PossibleErrors {
  steps: PlanStep[]
  /** Of the words and the spellings near them, as `KnownSpelling` has them. */
  magnitudes: ReadonlyMap<string, number>
}

/** Steps of typing errors that differ in one key alone. */
interface ErrorFamily {
  reading: number
  tier: number
  /** That key of each; of a lone surname the surname. */
  keys: readonly string[]
  /** The keys that they share; null of lone surnames. */
  beside: readonly string[] | null
}
/** Which typing errors a search asked: stored spellings change, and it goes on with these. */
export type AskedErrors = readonly ErrorFamily[]

/** Cap on what a search has to remember, as JSON; 400 steps of long names take two thirds of it. */
const ASKED_CHARS_MAX = 32_000

/** Null when there was no time. */
export async function errorsIn(
  engine: SearchEngine,
  plan: SearchPlan,
  timeoutMs: number,
  signal: AbortSignal
): Promise<PossibleErrors | null> {
  const doubts = doubtsOf(plan)
  if (doubts.length === 0) return { steps: [], magnitudes: new Map() }
  const words = fuzzyWords(doubts)
  const spellings = await engine.spellings(words, timeoutMs, signal)
  if (!spellings) return null
  const neighbours = new Map(words.map(word => [word, neighbourhoodOf(word, spellings)]))
  const magnitudes = new Map<string, number>()
  for (const { spelling, magnitude } of spellings)
    magnitudes.set(spelling, Math.max(magnitude, magnitudes.get(spelling) ?? 0))
  return { steps: rememberable(fuzzySteps(plan, doubts, neighbours)), magnitudes }
}

/** What cannot be remembered is not asked, so that «ещё» brings all that was counted. The likeliest come first. */
export function rememberable(steps: PlanStep[]): PlanStep[] {
  let storable = steps
  while (JSON.stringify(askedErrors(storable)).length > ASKED_CHARS_MAX)
    storable = storable.slice(0, Math.floor(storable.length / 2))
  return storable
}

export function askedErrors(steps: readonly PlanStep[]): AskedErrors {
  const families = Map.groupBy(steps, ({ reading, tier, surname, keys }) =>
    JSON.stringify([reading, tier, surname === undefined ? keys.slice(1) : null])
  )
  return [...families.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { reading, tier, surname, keys } = first
    const own = [first, ...others].map(step => step.surname ?? step.keys[0] ?? '')
    return [{ reading, tier, keys: own, beside: surname === undefined ? keys.slice(1) : null }]
  })
}

/** The steps again, in the order of their tiers. */
export const stepsOf = (errors: AskedErrors): PlanStep[] =>
  errors.flatMap(({ reading, tier, keys, beside }) =>
    keys.map((key): PlanStep => {
      const step = { reading, form: 'fuzzy', tier } as const
      return beside ? { ...step, keys: [key, ...beside] } : { ...step, keys: [], surname: key }
    })
  )
