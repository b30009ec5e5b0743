import { recordNumber } from '#api/lib/hash64.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { Candidate, SearchEngine, SearchPolicy } from './contract.ts'
import type { ExternalEngine } from './external-contract.ts'

/** Position: after a record of a stage, or after so many documents of an external source. */
export interface PagePosition {
  stage: number
  /** Null at the beginning. */
  after: bigint | null
}

interface NextPage {
  candidates: Candidate[]
  isLast: boolean
}

interface AdoptedQuestion {
  external: ExternalEngine
  readings: readonly Reading[]
}

/**
 * Lists the records that a search did not show: better stages first, then by number, external sources last.
 * @param stages Steps asked together, best first.
 * @param skipped Records already shown.
 * @param adoptedQuestion Omitted: external sources are not asked.
 */
export function listNextPages(
  engine: SearchEngine,
  stages: readonly (readonly PlanStep[])[],
  skipped: readonly bigint[],
  from: PagePosition | null,
  policy: SearchPolicy,
  signal: AbortSignal,
  adoptedQuestion?: AdoptedQuestion
) {
  let place: PagePosition = from ?? { stage: 0, after: null }
  const asksAdopted = adoptedQuestion !== undefined && adoptedQuestion.readings.length > 0
  const adopted = [...policy.sources]
    .filter(([, source]) => source.adopted && asksAdopted)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const stageCount = stages.length + adopted.length

  async function nextAdopted(
    { external, readings }: AdoptedQuestion,
    own: (typeof adopted)[number],
    limit: number,
    timeoutMs: number
  ): Promise<NextPage | null> {
    const { stage, after } = place
    const [key] = own
    const page = { from: Number(after ?? 0), size: limit }
    const within = { ...policy, sources: new Map([own]) }
    const { answers, failed, next } = await external.look(readings, page, within, timeoutMs, signal)
    if (failed.size > 0) return null
    const further = next.get(key)
    place = further === undefined ? { stage: stage + 1, after: null } : { stage, after: BigInt(further) }
    const candidates = answers
      .flatMap(answer => answer.candidates)
      .filter(({ record_id }) => !skipped.includes(recordNumber(record_id)))
    return { candidates, isLast: further === undefined && stage + 1 >= stageCount }
  }

  const pages = {
    /** Start of the next page. */
    place: (): PagePosition => place,

    /** Nothing is left in any later stage; null without time. */
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

    /** Up to `limit` records of one stage; null without time. */
    async next(limit: number, timeoutMs: number): Promise<NextPage | null> {
      const { stage, after } = place
      if (stage >= stageCount || policy.sources.size === 0) return { candidates: [], isLast: true }
      if (timeoutMs <= 0) return null
      const source = adopted[stage - stages.length]
      if (source && adoptedQuestion) return await nextAdopted(adoptedQuestion, source, limit, timeoutMs)
      const steps = stages[stage] ?? []
      // One more shows whether there is a next page.
      const listing = { steps, earlier: stages.slice(0, stage).flat(), skipped, after, limit: limit + 1 }
      const listed = await engine.list(listing, policy, timeoutMs, signal)
      if (!listed) return null
      const candidates = listed.slice(0, limit)
      const last = candidates.at(-1)
      const isStageDone = listed.length <= limit
      if (isStageDone) place = { stage: stage + 1, after: null }
      else if (last) place = { stage, after: recordNumber(last.record_id) }
      return { candidates, isLast: isStageDone && stage + 1 >= stageCount }
    }
  }
  return pages
}
