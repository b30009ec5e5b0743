import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { Candidate, LookupAnswer, SourceKey } from './contract.ts'
import { type AskedErrors, askedErrors } from './fuzzy.ts'
import { type LookupTier, stagesOf } from './tiers.ts'

export interface SearchFindings {
  candidates: Candidate[]
  /** Sources with records that were not read. */
  more: Set<SourceKey>
  failed: Set<SourceKey>
  /** Working time of each source that was reached, in whole microseconds. */
  tookUs: Map<SourceKey, number>
  /** Steps whose records belong to the answer, the best first. */
  stages: PlanStep[][]
  /** The numbers of the tiers of those steps, as bits: enough to tell them again from the line. */
  askedTiers: number
  /** The typing errors among those steps, which the line does not tell; null when there are none. */
  askedErrors: AskedErrors | null
  /** Binary logarithms of how frequent the words of a doubted name and those near them are, at least. */
  magnitudes: ReadonlyMap<string, number>
  /** When, by `performance.now()`, the search must have ended. */
  until: number
}

export type FindingsCollector = ReturnType<typeof collectFindings>

/** Keeps each record once. Which of them are shown is decided by their rank. */
export function collectFindings(until: number) {
  const findings: SearchFindings = {
    candidates: [],
    more: new Set(),
    failed: new Set(),
    tookUs: new Map(),
    stages: [],
    askedTiers: 0,
    askedErrors: null,
    magnitudes: new Map(),
    until
  }
  const recordIds = new Set<string>()

  function addCandidate(candidate: Candidate): void {
    if (recordIds.has(candidate.record_id)) return
    recordIds.add(candidate.record_id)
    findings.candidates.push(candidate)
  }

  return {
    findings,
    add({ candidates, more }: LookupAnswer): void {
      for (const candidate of candidates) addCandidate(candidate)
      for (const source of more) findings.more.add(source)
    },
    /** @param errors The typing errors of the tier. */
    noteStages(tier: LookupTier, errors: readonly PlanStep[]): void {
      findings.askedTiers |= 1 << tier.number
      findings.stages.push(...stagesOf(tier))
      if (errors.length > 0) findings.askedErrors = [...(findings.askedErrors ?? []), ...askedErrors(errors)]
    },
    note(failed: ReadonlySet<SourceKey>, tookUs: ReadonlyMap<SourceKey, number>): void {
      for (const source of failed) findings.failed.add(source)
      for (const [source, us] of tookUs) findings.tookUs.set(source, (findings.tookUs.get(source) ?? 0) + us)
    }
  }
}

/** At most so many of the candidates, the sources in turn by their keys, and who of them has more. */
export function shareAlike({ candidates, more }: LookupAnswer, most: number): LookupAnswer {
  if (candidates.length <= most) return { candidates, more }
  const chosen: Candidate[] = []
  // An engine gives them in the order of its plan, which may be another the next time.
  const bySource = [...Map.groupBy(candidates, ({ source }) => source)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, own]) => own)
  for (let round = 0; chosen.length < most; round += 1)
    chosen.push(...bySource.flatMap(own => own.slice(round, round + 1)).slice(0, most - chosen.length))
  const left = bySource.filter(own => own.some(candidate => !chosen.includes(candidate)))
  return { candidates: chosen, more: new Set([...more, ...left.flatMap(([own]) => own?.source ?? [])]) }
}
