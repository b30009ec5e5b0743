import type { Candidate, LookupAnswer, SourceKey } from './contract.ts'

export interface SearchFindings {
  candidates: Candidate[]
  more: Set<SourceKey>
  failed: Set<SourceKey>
  /** Working time of each source that was reached, in whole microseconds. */
  tookUs: Map<SourceKey, number>
}

/** Keeps each record once, and at most `perSource` of a source. */
export function collectFindings(perSource: number) {
  const findings: SearchFindings = { candidates: [], more: new Set(), failed: new Set(), tookUs: new Map() }
  const recordIds = new Set<string>()
  const counts = new Map<SourceKey, number>()

  function addCandidate(candidate: Candidate): void {
    const { record_id, source } = candidate
    if (recordIds.has(record_id)) return
    const count = counts.get(source) ?? 0
    if (count >= perSource) {
      findings.more.add(source)
      return
    }
    counts.set(source, count + 1)
    recordIds.add(record_id)
    findings.candidates.push(candidate)
  }

  return {
    findings,
    add({ candidates, more }: LookupAnswer): void {
      for (const candidate of candidates) addCandidate(candidate)
      for (const source of more) findings.more.add(source)
    },
    note(failed: ReadonlySet<SourceKey>, tookUs: ReadonlyMap<SourceKey, number>): void {
      for (const source of failed) findings.failed.add(source)
      for (const [source, us] of tookUs) findings.tookUs.set(source, (findings.tookUs.get(source) ?? 0) + us)
    }
  }
}
