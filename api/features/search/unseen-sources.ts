import type { Candidate, SearchEngine, SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import type { SearchFindings } from '#api/engines/search.ts'
import { TOTALS_WAIT_MS } from '#shared/constants.ts'
import { shownBySource, type Totals } from './completeness.ts'
import type { Ranked } from './rank.ts'

interface Looking {
  engine: SearchEngine
  policy: SearchPolicy
  findings: SearchFindings
  ranked: Ranked
  signal: AbortSignal
}

/** Of these the ones that fit best are shown. */
const LOOKED_AT = 10

/**
 * Records of the sources that have some, as was counted, of which the places of an answer have none: an engine reads the
 * records of a frequent name as they lie, and those of a whole source may lie behind all that there is room for. None where
 * there is no time, and of a surname that stands alone, whose typed form comes before the others; the answer says then that
 * they are not shown.
 */
export async function lookForUnseen(looking: Looking, totals: Totals): Promise<Candidate[]> {
  const { engine, policy, findings, ranked, signal } = looking
  const isLoneSurname = findings.stages.flat().some(step => step.surnameForm !== undefined)
  if (isLoneSurname || totals.size === 0) return []
  const shown = shownBySource(ranked.answer.results_by_source)
  const isUnseen = (key: SourceKey) => (totals.get(key)?.atLeast ?? 0) > 0 && !shown.has(key)
  const unseen = [...policy.sources].filter(([key]) => isUnseen(key))
  const until = Math.min(performance.now() + TOTALS_WAIT_MS, findings.until)
  const limits = { perSource: LOOKED_AT, total: LOOKED_AT }
  const lookups = findings.stages.map(steps => ({ steps, limits }))
  const candidatesById = new Map<string, Candidate>()
  // Each by itself: of several the one that lies first would take all the room again.
  for (const source of unseen) {
    const msLeft = until - performance.now()
    if (msLeft <= 0) break
    const within = { ...policy, sources: new Map([source]) }
    const { answers } = await engine.look(lookups, within, msLeft, signal)
    for (const { candidates } of answers)
      for (const candidate of candidates) candidatesById.set(candidate.record_id, candidate)
  }
  // The search may have found some that did not fit.
  for (const { record_id } of findings.candidates) candidatesById.delete(record_id)
  return passGate([...candidatesById.values()], policy)
}

/**
 * Totals of an answer that shows what was not seen besides. Where it takes a place from a source that was shown whole, all
 * that was shown of it is all there is.
 */
export function totalsBeside(totals: Totals, before: Ranked, { cut }: Ranked): Totals {
  const shown = shownBySource(before.answer.results_by_source)
  const lessShown = [...cut].filter(key => !totals.has(key))
  return new Map([
    ...totals,
    ...lessShown.map(key => [key, { atLeast: shown.get(key) ?? 0, isExact: true }] as const)
  ])
}
