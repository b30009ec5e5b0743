import { bigintArray } from '#api/db/array-literal.ts'
import type { Candidate, SearchPolicy } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { type Findings, search } from '#api/engines/search.ts'
import { withOperators } from '#api/features/numbering/service.ts'
import { sourcesFor } from '#api/features/sources/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { askMore } from './ask-more.ts'
import { assemble } from './assemble.ts'
import { auditHashes, numberBlock } from './audit-hashes.ts'
import { capsForLimit } from './list-further-records.ts'
import { maskBody } from './masking/mask-body.ts'
import { match } from './match.ts'
import { answerOutcomeOf } from './outcome.ts'
import { parseLine } from './parse-query.ts'
import type { AnswererParts, PreparedAnswer, SearchRequest } from './prepared-answer.ts'
import { writeAnswer } from './write-answer.ts'

const utf8 = new TextEncoder()

/**
 * Read, search, match, ask more, assemble.
 * @throws Refusal of a line that cannot be searched; `SEARCH_DOWN` when no source answers.
 */
export async function searchAnswer(
  parts: AnswererParts,
  request: SearchRequest,
  signal: AbortSignal
): Promise<PreparedAnswer> {
  const { engine, sources, numbering, statistics, auditHash, tracing } = parts
  const { chosen, limit = null, trace } = request
  const startedAt = performance.now()
  const plan = parseLine(request.query, chosen)
  const { current, withheld } = sourcesFor(await sources.current(), request.purpose ?? null)
  const { policy, dataVersion } = current
  let findings: Findings | undefined
  let passed: readonly Candidate[] = []
  try {
    findings = await tracing.span('find', trace, () => search(parts, plan, policy, signal))
    if (isDown(findings, policy)) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
    passed = passGate(findings.candidates, policy)
    const matched = await tracing.span('match', trace, () =>
      match(plan, passed, current.sources, capsForLimit(limit))
    )
    const foundRecords = { engine, plan, current, findings, passed, signal }
    const material = await askMore(foundRecords, matched, limit, startedAt)
    passed = material.passed
    const assembled = assemble(plan, current, findings, material, request.detail)
    const answer = {
      ...assembled,
      ...(withheld.length > 0 && { withheld_sources: withheld }),
      ...(await withOperators(assembled.persons, plan.readings, numbering))
    }
    const { rest } = material
    const { query } = plan
    const open = rest
      ? writeAnswer({ status: 'ok', request: query, ...answer }, rest)
      : JSON.stringify({ success: true, query, ...answer }).slice(0, -1)
    const masked = { sources: current.sources, records: passed }
    const text = request.isMasked ? maskBody(open, masked) : open
    const numbers = [...Object.keys(answer.matches).map(recordNumber), ...(rest?.numbers ?? [])]
    return {
      query,
      body: typeof text === 'string' ? utf8.encode(text) : text,
      outcome: answerOutcomeOf(answer, plan.readings[0]?.kind ?? null),
      resultsCount: answer.results_count,
      // An incomplete answer that finds nobody is free.
      isComplete:
        findings.failed.size === 0 && (answer.results_count > 0 || answer.completeness_note === undefined),
      askedTiers: findings.askedTiers,
      askedErrors: findings.askedErrors,
      ...(rest && { next: rest.next }),
      dataVersion,
      sourceKeys: Object.keys(answer.sources_meta).filter(key => (answer.sources_meta[key]?.shown ?? 0) > 0),
      tokens: bigintArray(auditHashes(plan, auditHash)),
      recordNumbers: bigintArray(numbers),
      ...numberBlock(plan.readings, auditHash)
    }
  } finally {
    // An aborted search says nothing about durations.
    if (findings || !signal.aborted)
      statistics.count({
        policy,
        findings,
        passed,
        kind: plan.readings[0]?.kind,
        tookMs: performance.now() - startedAt
      })
  }
}

const isDown = ({ failed, candidates }: Findings, { sources }: SearchPolicy) =>
  sources.size > 0 && failed.size === sources.size && candidates.length === 0
