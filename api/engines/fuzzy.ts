import { doubtfulNames, fuzzySteps, fuzzyWords } from '#shared/identity/lookup/plan-fuzzy.ts'
import { neighbourhoodOf } from '#shared/identity/lookup/spelling-index.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import type { SearchEngine } from './contract.ts'

/** The names of a line with one word exchanged for a stored spelling near it. */
export interface PossibleErrors {
  steps: PlanStep[]
  /** Of the words and the spellings near them, as `KnownSpelling` has them. */
  magnitudes: ReadonlyMap<string, number>
}

/** Null when there was no time. */
export async function errorsIn(
  engine: SearchEngine,
  plan: SearchPlan,
  timeoutMs: number,
  signal: AbortSignal
): Promise<PossibleErrors | null> {
  const doubtful = doubtfulNames(plan)
  if (doubtful.length === 0) return { steps: [], magnitudes: new Map() }
  const words = fuzzyWords(doubtful)
  const spellings = await engine.spellings(words, timeoutMs, signal)
  if (!spellings) return null
  const neighbours = new Map(words.map(word => [word, neighbourhoodOf(word, spellings)]))
  const magnitudes = new Map<string, number>()
  for (const { spelling, magnitude } of spellings)
    magnitudes.set(spelling, Math.max(magnitude, magnitudes.get(spelling) ?? 0))
  return { steps: fuzzySteps(plan, doubtful, neighbours), magnitudes }
}
