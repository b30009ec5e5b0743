import { doubtsOf, fuzzySteps, fuzzyWords } from '#shared/identity/lookup/plan-fuzzy.ts'
import { neighbourhoodOf } from '#shared/identity/lookup/spelling-index.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import type { SearchEngine } from './contract.ts'

/** Names of a line with one word replaced by a stored spelling. */
interface PossibleErrors {
  steps: PlanStep[]
  /** Frequencies (log2), as in `KnownSpelling`. */
  magnitudes: ReadonlyMap<string, number>
}

/** Steps that differ in one key. */
interface ErrorFamily {
  reading: number
  tier: number
  keys: readonly string[]
  /** The shared keys; null for lone surnames. */
  beside: readonly string[] | null
}
/** Remembered, because stored spellings change before the next page. */
export type AskedErrors = readonly ErrorFamily[]

/** JSON size to remember; 400 long names take two thirds. */
const ASKED_CHARS_MAX = 32_000

export async function possibleErrorsIn(
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

/** Steps that can be remembered, likeliest first, so that «ещё» shows all that was counted. */
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

/** In order of tiers. */
export const stepsOf = (errors: AskedErrors): PlanStep[] =>
  errors.flatMap(({ reading, tier, keys, beside }) =>
    keys.map((key): PlanStep => {
      const step = { reading, form: 'fuzzy', tier } as const
      return beside ? { ...step, keys: [key, ...beside] } : { ...step, keys: [], surname: key }
    })
  )
