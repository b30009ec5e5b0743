import type { Candidate, Found, SearchPolicy } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { bigintArray, recordNumber } from '#api/engines/postgres/hash.ts'
import { operatorInReadings } from '#api/features/numbering/service.ts'
import { sourcesNow } from '#api/features/sources/service.ts'
import { countSearch } from '#api/features/statistics/service.ts'
import type { Context } from '#api/lib/context.ts'
import { hmac } from '#api/lib/hmac.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { type ChosenReading, understand } from './parse-query.ts'
import { judge } from './rank.ts'
import { shareAnswer, sharedAnswer } from './shared-answers.ts'

/** What is asked, whoever asks it. */
export interface Question {
  /** A clean line. */
  query: string
  chosen: ChosenReading
  /** Equal for the same line and the same chosen reading, and tells nothing of them. */
  key: string
  /** Fires when the client leaves. */
  signal: AbortSignal
}

/** What the sources say to a question, the same for whoever asks it. */
export interface Answer {
  /**
   * The JSON text of a `SearchAnswer` in UTF-8, without `query_time_ms`, without what the charge decides and without the
   * closing brace.
   */
  json: Uint8Array
  resultsCount: number
  /** Every source answered. */
  isComplete: boolean
  sourceKeys: string[]
  /** For the audit: keyed hashes of what was looked up, and the records shown; array literals. */
  tokens: string
  recordNumbers: string
}

const AUDIT_TOKENS_MAX = 16
const utf8 = new TextEncoder()

type Uncharged = Omit<SearchAnswer, 'query_time_ms' | 'charged' | 'requests_left'>

/**
 * Searches all sources and judges what they found; or answers what was just found for somebody else. Refuses what
 * cannot be searched, and when no source can answer.
 */
export async function answerTo(context: Context, question: Question): Promise<Answer> {
  const { query, chosen, key, signal } = question
  const startedAt = performance.now()
  const plan = understand(query, chosen)
  const { policy, byKey } = await sourcesNow(context)
  const known = sharedAnswer(policy, key)
  if (known) return known
  let found: Found | undefined
  let passed: Candidate[] = []
  try {
    found = await context.engine.find(plan, policy, signal)
    if (isDown(found, policy)) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
    passed = passGate(found.candidates, policy)
    const judged = judge(plan, passed, found, policy, byKey)
    const said: Uncharged = {
      success: true,
      query,
      readings: plan.readings,
      ...judged,
      operator_info: await operatorInReadings(context, plan.readings),
      failed_sources: [...found.failed]
    }
    const answer: Answer = {
      json: utf8.encode(JSON.stringify(said).slice(0, -1)),
      resultsCount: said.results_count,
      isComplete: found.failed.size === 0,
      sourceKeys: Object.keys(said.results_by_source),
      tokens: bigintArray(auditTokens(context, plan)),
      recordNumbers: bigintArray(Object.keys(said.matches).map(recordNumber))
    }
    return answer.isComplete && found.more.size > 0 ? shareAnswer(policy, key, answer) : answer
  } finally {
    // Of a client that left nobody knows how long the answer would have taken.
    if (found || !signal.aborted)
      countSearch(context, { policy, found, passed, tookMs: performance.now() - startedAt })
  }
}

const isDown = ({ failed, candidates }: Found, { sources }: SearchPolicy) =>
  sources.size > 0 && failed.size === sources.size && candidates.length === 0

/** Keyed hashes of the looked-up keys: the audit can answer "who asked for X" without holding X. */
function auditTokens(context: Context, plan: SearchPlan): bigint[] {
  const keys = [
    ...new Set(plan.steps.flatMap(step => [...step.keys, ...(step.surname ? [step.surname] : [])]))
  ]
  return keys.slice(0, AUDIT_TOKENS_MAX).map(key => hmac(context.secrets.audit, key).readBigInt64BE())
}
