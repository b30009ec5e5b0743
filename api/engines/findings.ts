import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { Candidate, LookupAnswer, SourceKey } from './contract.ts'
import { type AskedErrors, askedErrors } from './fuzzy.ts'
import { type LookupTier, stagesOf } from './tiers.ts'

export interface Findings {
  candidates: Candidate[]
  more: Set<SourceKey>
  failed: Set<SourceKey>
  /** Microseconds per source. */
  tookUs: Map<SourceKey, number>
  stages: PlanStep[][]
  /** Bit mask of tiers, enough to rebuild the steps from the line. */
  askedTiers: number
  /** Typing errors of the steps, which the line does not tell; null without. */
  askedErrors: AskedErrors | null
  /** Frequencies (log2) of doubtful words and their neighbours. */
  magnitudes: ReadonlyMap<string, number>
  /** Deadline by `performance.now()`. */
  until: number
}

export type FindingsCollector = ReturnType<typeof createFindingsCollector>

/** Keeps each record once; rank decides what is shown. */
export function createFindingsCollector(until: number) {
  const findings: Findings = {
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
    /** @param errors Typing errors of the tier. */
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

/** Takes candidates from the sources in turn, and notes who has more. */
export function shareAlike({ candidates, more }: LookupAnswer, most: number): LookupAnswer {
  if (candidates.length <= most) return { candidates, more }
  const chosen: Candidate[] = []
  // Sorted, because engines may answer in another order next time.
  const bySource = [...Map.groupBy(candidates, ({ source }) => source)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, own]) => own)
  for (let round = 0; chosen.length < most; round += 1)
    chosen.push(...bySource.flatMap(own => own.slice(round, round + 1)).slice(0, most - chosen.length))
  const left = bySource.filter(own => own.some(candidate => !chosen.includes(candidate)))
  return { candidates: chosen, more: new Set([...more, ...left.flatMap(([own]) => own?.source ?? [])]) }
}
