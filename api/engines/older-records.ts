import { recordNumber } from '#api/lib/hash64.ts'
import type { Candidate, SearchEngine, SearchPolicy } from './contract.ts'
import { mayBeShown } from './gate.ts'

type EngineQuestions = Pick<SearchEngine, 'look' | 'count' | 'list'>

/**
 * Wraps an engine while sources have keys of an older rule: suppression is judged by fields, and counts of these
 * sources are unknown. A suppressed record may take a place of a look-up.
 * @returns The engine itself when the policy needs no more.
 */
export function withOlderRuleFilter(engine: SearchEngine, policy: SearchPolicy): EngineQuestions {
  const hasOlder = [...policy.sources.values()].some(({ olderRule }) => olderRule)
  if (!hasOlder || policy.suppressedKeys === null) return engine
  const isVisible = (candidate: Candidate) => mayBeShown(candidate, policy)
  return {
    async look(...parameters) {
      const { answers, ...rest } = await engine.look(...parameters)
      const visible = answers.map(answer => ({ ...answer, candidates: answer.candidates.filter(isVisible) }))
      return { ...rest, answers: visible }
    },

    async count(...parameters) {
      const counts = await engine.count(...parameters)
      return counts && new Map([...counts].filter(([key]) => !policy.sources.get(key)?.olderRule))
    },

    async list(listing, policy, timeoutMs, signal) {
      const until = performance.now() + timeoutMs
      const records: Candidate[] = []
      for (let { after } = listing; ; ) {
        const limit = listing.limit - records.length
        const page = await engine.list(
          { ...listing, after, limit },
          policy,
          until - performance.now(),
          signal
        )
        if (!page) return null
        records.push(...page.filter(isVisible))
        const last = page.at(-1)
        if (!last || page.length < limit || records.length === listing.limit) return records
        after = recordNumber(last.record_id)
      }
    }
  }
}
