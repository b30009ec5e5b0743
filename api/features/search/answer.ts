import { bigintArray } from '#api/db/array-literal.ts'
import type { Candidate, SearchPolicy } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { type SearchFindings, search } from '#api/engines/search.ts'
import { withOperators } from '#api/features/numbering/service.ts'
import { openBody } from '#api/http/open-body.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { headlineOf } from '#shared/identity/people/headline.ts'
import { BEHIND, beingPrepared, MAY_MISS } from '#shared/labels/sources.ts'
import { auditTokens } from './audit-tokens.ts'
import { completenessOf, shownBySource } from './completeness.ts'
import { parseLine } from './parse-query.ts'
import { furtherAnswer } from './past/further-answer.ts'
import { shownAnswer } from './past/shown-answer.ts'
import type { Answerer, AnswererParts } from './prepared-answer.ts'
import { capsWithin, type Extended, extendAnswer } from './public/extend.ts'
import { writeAnswer } from './public/write-answer.ts'
import { rank } from './rank.ts'
import { createRivalFinder } from './rivals.ts'
import { countTotals } from './totals.ts'
import { lookForUnseen, totalsBeside } from './unseen-sources.ts'

export type { Answerer, AnswererParts, PreparedAnswer, SearchRequest } from './prepared-answer.ts'

type Uncharged = Omit<
  SearchAnswer,
  'success' | 'query' | 'search_id' | 'searched_at' | 'query_time_ms' | 'charged' | 'requests_left'
>

export function createAnswerer(parts: AnswererParts): Answerer {
  const { engine, external, sources, numbering, statistics, auditHash } = parts
  return async (request, signal) => {
    const { chosen, encoding, limit = null, further, shownRequest } = request
    if (shownRequest) return await shownAnswer(parts, request, shownRequest, signal)
    if (further) return await furtherAnswer(parts, request, further, signal)
    const startedAt = performance.now()
    const plan = parseLine(request.query, chosen)
    const { query } = plan
    const { policy, sources: byKey, dataVersion, rekeyed } = await sources.current()
    const isRekeyed = [...byKey.values()].some(source => source.isRekeyed)
    const mayMiss = isRekeyed || [...byKey.values()].some(({ isBehind }) => isBehind)
    let findings: SearchFindings | undefined
    let passed: Candidate[] = []
    try {
      findings = await search({ engine, external }, plan, policy, signal)
      if (isDown(findings, policy)) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
      passed = passGate(findings.candidates, policy)
      const { failed, until } = findings
      const rivalSearch = { engine, plan, policy, sources: byKey, signal, until }
      const rivalFinder = (failing: Set<string>) =>
        createRivalFinder(rivalSearch, sources => {
          for (const source of sources) failing.add(source)
        })
      const findRivals = rivalFinder(failed)
      let ranked = await rank(plan, passed, byKey, findings, findRivals, capsWithin(limit))
      const searched = { engine, plan, policy, findings, ranked, sources: byKey, signal, findRivals }
      const extended: Extended | null =
        limit === null ? null : await extendAnswer({ ...searched, limit, startedAt })
      let totals = extended?.isAll ? new Map() : await countTotals(searched)
      const unseen = extended ? [] : await lookForUnseen(searched, totals)
      if (unseen.length > 0) {
        const lateSources = new Set<string>()
        const allPassed = [...passed, ...unseen]
        const rankedAgain = await rank(plan, allPassed, byKey, findings, rivalFinder(lateSources))
        // Where there is no time to tell whose they are, the answer is whole without them, and says that there are more.
        if (lateSources.size === 0) {
          passed = allPassed
          ranked = rankedAgain
          totals = totalsBeside(totals, searched.ranked, ranked)
        }
      }
      const answer = extended?.answer ?? ranked.answer
      const counts = extended?.counts ?? shownBySource(answer.results_by_source)
      const uncharged: Uncharged = {
        headline: headlineOf(answer.persons, plan.readings, findings.failed.size > 0 || mayMiss),
        readings: plan.readings,
        ...answer,
        ...completenessOf(counts, findings, policy, totals, byKey),
        ...(mayMiss && {
          completeness_note: `${isRekeyed ? beingPrepared(rekeyed ?? 0) : BEHIND}. ${MAY_MISS}.`
        }),
        ...(await withOperators(answer.persons, plan.readings, numbering)),
        failed_sources: [...findings.failed]
      }
      const numbers = Object.keys(uncharged.matches).map(recordNumber)
      return {
        query,
        body: openBody(
          extended
            ? writeAnswer({ status: 'ok', request: query, ...uncharged }, extended)
            : JSON.stringify({ success: true, query, ...uncharged }).slice(0, -1),
          encoding
        ),
        resultsCount: uncharged.results_count,
        // Nobody pays to hear of nobody who may be there.
        isComplete: findings.failed.size === 0 && !(mayMiss && uncharged.results_count === 0),
        askedTiers: findings.askedTiers,
        askedErrors: findings.askedErrors,
        ...(extended && { next: extended.next }),
        dataVersion,
        sourceKeys: [...counts.keys()],
        tokens: bigintArray(auditTokens(plan, auditHash)),
        recordNumbers: bigintArray(extended ? [...numbers, ...extended.numbers] : numbers)
      }
    } finally {
      // An aborted search says nothing about the duration of an answer.
      if (findings || !signal.aborted)
        statistics.count({ policy, findings, passed, tookMs: performance.now() - startedAt })
    }
  }
}

const isDown = ({ failed, candidates }: SearchFindings, { sources }: SearchPolicy) =>
  sources.size > 0 && failed.size === sources.size && candidates.length === 0
