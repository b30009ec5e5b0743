import type { SearchEngine, SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import type { CurrentSource } from '#api/features/sources/service.ts'
import { SHOWN_IN_ALL, SHOWN_PER_SOURCE } from '#shared/constants.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { rivalSteps } from '#shared/identity/people/rivals/rival-steps.ts'
import { type FindRivals, matchCandidate } from './rank.ts'

interface Searched {
  engine: SearchEngine
  plan: SearchPlan
  policy: SearchPolicy
  sources: ReadonlyMap<SourceKey, CurrentSource>
  signal: AbortSignal
  /** When all must have ended, by `performance.now()`. */
  until: number
}

/** The found records come again, with few others: a name beside a phone, an e-mail or a day of birth is rare. */
const LIMITS = { perSource: 2 * SHOWN_PER_SOURCE, total: 2 * SHOWN_IN_ALL }

/**
 * Finds the rivals of found records in one look-up, under the same policy: a suppressed person is nobody's rival. They are
 * shown nowhere. Records of adopted sources are found by no key and are none.
 *
 * @param onFailed Is told the sources that did not answer: of them nobody knows.
 */
export function createRivalFinder(
  { engine, plan, policy, sources, signal, until }: Searched,
  onFailed: (failed: ReadonlySet<SourceKey>) => void
): FindRivals {
  return async records => {
    const steps = rivalSteps(records)
    if (steps.length === 0) return []
    const { answers, failed } = await engine.look(
      [{ steps, limits: LIMITS }],
      policy,
      Math.max(0, until - performance.now()),
      signal
    )
    if (failed.size > 0) onFailed(failed)
    const shown = new Set(records.map(({ record_id }) => record_id))
    const candidates = answers.flatMap(answer => answer.candidates)
    return passGate(candidates, policy)
      .filter(({ record_id }) => !shown.has(record_id))
      .map(candidate => matchCandidate(candidate, plan, sources))
  }
}
