import type { SearchEngine, SearchPolicy } from '#api/engines/contract.ts'
import { type Findings, SHOWN, search } from '#api/engines/search.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import type { TestApp } from './start-app.ts'

/** The plan of a line, made once while the same line is asked about: most lines meet several records in a row. */
export const planOf = memoize((line: string): SearchPlan => planSearch(line, parseQuery(line)), 1)

/** A plan of these steps only, without fuzzy look-ups. */
export const planOfSteps = (...steps: PlanStep[]): SearchPlan => ({ query: '', readings: [], steps })

interface SearchOptions {
  engine?: SearchEngine
  change?: (policy: SearchPolicy) => SearchPolicy
  limits?: Partial<typeof SHOWN>
  signal?: AbortSignal
}

/** Searches the app's data under its policy. */
export async function searchIn(
  { context }: Pick<TestApp, 'context'>,
  query: string | SearchPlan,
  { engine = context.engine, change = policy => policy, limits = {}, signal }: SearchOptions = {}
): Promise<Findings> {
  const { policy } = await context.sources.current()
  const plan = typeof query === 'string' ? planOf(query) : query
  const engines = { engine, external: context.external }
  return await search(engines, plan, change(policy), signal ?? new AbortController().signal, {
    ...SHOWN,
    ...limits
  })
}
