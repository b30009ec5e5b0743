import type { Candidate, LookupAnswer, SourceKey } from './contract.ts'

/** What a search has found. */
export interface Found {
  candidates: Candidate[]
  /** Sources that have more than was taken. */
  more: Set<SourceKey>
  /** Sources that failed or did not answer in time. */
  failed: Set<SourceKey>
  /** How long each source was at work, in whole microseconds; a source that was not reached is not in it. */
  tookUs: Map<SourceKey, number>
}

/** Gathers the candidates of one search, each once, and of a source at most `perSource`. */
export function createCollection(perSource: number) {
  const found: Found = { candidates: [], more: new Set(), failed: new Set(), tookUs: new Map() }
  const recordIds = new Set<string>()
  const counts = new Map<SourceKey, number>()

  function addCandidate(candidate: Candidate): void {
    const { record_id, source } = candidate
    if (recordIds.has(record_id)) return
    const count = counts.get(source) ?? 0
    if (count >= perSource) {
      found.more.add(source)
      return
    }
    counts.set(source, count + 1)
    recordIds.add(record_id)
    found.candidates.push(candidate)
  }

  return {
    found,
    add({ candidates, more }: LookupAnswer): void {
      for (const candidate of candidates) addCandidate(candidate)
      for (const source of more) found.more.add(source)
    },
    /** Notes which sources failed and how long each was at work. */
    note(failed: ReadonlySet<SourceKey>, tookUs: ReadonlyMap<SourceKey, number>): void {
      for (const source of failed) found.failed.add(source)
      for (const [source, us] of tookUs) found.tookUs.set(source, (found.tookUs.get(source) ?? 0) + us)
    }
  }
}
