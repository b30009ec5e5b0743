import { recordNumber } from '#api/lib/hash64.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { Candidate, SearchEngine, SearchPolicy } from './contract.ts'

/** A place in the records of a search: after this record of the steps that are asked together. */
export interface Place {
  stage: number
  /** Null before the first of them. */
  after: bigint | null
}

export interface FurtherRecords {
  candidates: Candidate[]
  isLast: boolean
}

/**
 * Goes through the records of a search that it did not show: each once, those of better steps first, of equal ones by
 * their numbers.
 *
 * @param asked The steps of the search, the best first.
 * @param skipped Numbers of the records that it showed.
 */
export function listFurther(
  engine: SearchEngine,
  asked: readonly (readonly PlanStep[])[],
  skipped: readonly bigint[],
  from: Place | null,
  policy: SearchPolicy,
  signal: AbortSignal
) {
  let place: Place = from ?? { stage: 0, after: null }
  const pages = {
    /** Where the next records begin. */
    place: (): Place => place,

    /** Whether nothing is left, also in what comes after the last step that had something; null when there was no time. */
    async isAtEnd(msLeft: () => number): Promise<boolean | null> {
      while (place.after === null) {
        const { stage } = place
        const page = await pages.next(0, msLeft())
        if (!page) return null
        if (page.isLast) return true
        if (place.stage === stage) return false
      }
      return false
    },

    /** At most `limit` records, all of the same steps; null when there was no time. */
    async next(limit: number, timeoutMs: number): Promise<FurtherRecords | null> {
      const { stage, after } = place
      const steps = asked[stage]
      if (!steps || policy.sources.size === 0) return { candidates: [], isLast: true }
      if (timeoutMs <= 0) return null
      // One more says whether these are the last.
      const listing = { steps, earlier: asked.slice(0, stage).flat(), skipped, after, limit: limit + 1 }
      const listed = await engine.list(listing, policy, timeoutMs, signal)
      if (!listed) return null
      const candidates = listed.slice(0, limit)
      const last = candidates.at(-1)
      const isStageDone = listed.length <= limit
      if (isStageDone) place = { stage: stage + 1, after: null }
      else if (last) place = { stage, after: recordNumber(last.record_id) }
      return { candidates, isLast: isStageDone && stage + 1 >= asked.length }
    }
  }
  return pages
}
