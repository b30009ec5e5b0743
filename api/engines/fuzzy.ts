import { doubtfulNames, fuzzySteps, fuzzyWords } from '#shared/identity/lookup/plan-fuzzy.ts'
import { neighbourhoodOf } from '#shared/identity/lookup/spelling-index.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import type { SearchEngine } from './contract.ts'

/** The names of a line with one word exchanged for a stored spelling near it; null when there was no time. */
export async function stepsOfErrors(
  engine: SearchEngine,
  plan: SearchPlan,
  timeoutMs: number,
  signal: AbortSignal
): Promise<PlanStep[] | null> {
  const doubtful = doubtfulNames(plan)
  if (doubtful.length === 0) return []
  const words = fuzzyWords(doubtful)
  const spellings = await engine.spellings(words, timeoutMs, signal)
  if (!spellings) return null
  const neighbours = new Map(words.map(word => [word, neighbourhoodOf(word, spellings)]))
  return fuzzySteps(plan, doubtful, neighbours)
}
