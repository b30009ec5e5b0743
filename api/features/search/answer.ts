import { bigintArray } from '#api/db/array-literal.ts'
import type { Candidate, SearchEngine, SearchPolicy } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { type SearchFindings, search } from '#api/engines/search.ts'
import type { Numbering } from '#api/features/numbering/service.ts'
import type { Sources } from '#api/features/sources/service.ts'
import type { Statistics } from '#api/features/statistics/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import type { KeyedHash } from '#api/lib/hmac.ts'
import { type OpenBody, openBody } from '#api/lib/open-body.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { type ChosenReading, parseLine } from './parse-query.ts'
import { rank } from './rank.ts'

export interface SearchRequest {
  query: string
  chosen: ChosenReading
  acceptsGzip: boolean
}

/** The result of a request, the same for every caller. */
export interface PreparedAnswer {
  /** The JSON of a `SearchAnswer` without `query_time_ms`, the fields of the charge and the closing brace. */
  body: OpenBody
  resultsCount: number
  isComplete: boolean
  /** Of the policy under which it was found, and of the data: see `CurrentSources`. */
  policyVersion: string
  dataVersion: string
  sourceKeys: string[]
  /** For the audit, as array literals: keyed hashes of the looked-up keys, and the records shown. */
  tokens: string
  recordNumbers: string
}

/**
 * Searches all sources and ranks the findings. Throws a refusal for a query that cannot be searched, and when no source
 * answers.
 */
export type Answerer = (request: SearchRequest, signal: AbortSignal) => Promise<PreparedAnswer>

export interface AnswererParts {
  engine: SearchEngine
  sources: Sources
  numbering: Numbering
  statistics: Statistics
  auditHash: KeyedHash
}

const AUDIT_TOKENS_MAX = 16

type Uncharged = Omit<SearchAnswer, 'query_time_ms' | 'charged' | 'requests_left'>

export function createAnswerer({
  engine,
  sources,
  numbering,
  statistics,
  auditHash
}: AnswererParts): Answerer {
  return async ({ query, chosen, acceptsGzip }, signal) => {
    const startedAt = performance.now()
    const plan = parseLine(query, chosen)
    const { policy, sources: byKey, dataVersion } = await sources.current()
    let findings: SearchFindings | undefined
    let passed: Candidate[] = []
    try {
      findings = await search(engine, plan, policy, signal)
      if (isDown(findings, policy)) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
      passed = passGate(findings.candidates, policy)
      const uncharged: Uncharged = {
        success: true,
        query,
        readings: plan.readings,
        ...rank(plan, passed, findings, byKey),
        operator_info: await numbering.operatorInReadings(plan.readings),
        failed_sources: [...findings.failed]
      }
      return {
        body: openBody(JSON.stringify(uncharged).slice(0, -1), acceptsGzip),
        resultsCount: uncharged.results_count,
        isComplete: findings.failed.size === 0,
        policyVersion: policy.version,
        dataVersion,
        sourceKeys: Object.keys(uncharged.results_by_source),
        tokens: bigintArray(auditTokens(plan, auditHash)),
        recordNumbers: bigintArray(Object.keys(uncharged.matches).map(recordNumber))
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

/** Lets the audit answer "who asked for X" without storing X. */
function auditTokens(plan: SearchPlan, auditHash: KeyedHash): bigint[] {
  const keys = [
    ...new Set(plan.steps.flatMap(step => [...step.keys, ...(step.surname ? [step.surname] : [])]))
  ]
  return keys.slice(0, AUDIT_TOKENS_MAX).map(key => auditHash.number(key))
}
