import type { Candidate, Found, SearchPolicy } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { recordNumber } from '#api/engines/hash.ts'
import { operatorInReadings } from '#api/features/numbering/service.ts'
import { sourcesNow } from '#api/features/sources/service.ts'
import { countSearch } from '#api/features/statistics/service.ts'
import type { Context } from '#api/lib/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { SearchPlan } from '#shared/identity/types.ts'
import { judge } from './judge.ts'
import { shareAnswer, sharedAnswer } from './shared-answers.ts'

/** A line that was understood. */
export interface Question {
  query: string
  plan: SearchPlan
  /** Equal for the same line and the same chosen reading. */
  key: Uint8Array
  /** Fires when the client leaves. */
  signal: AbortSignal
}

/** What the sources say to a question, the same for whoever asks it. */
export interface Answer {
  /** The JSON text of a `SearchAnswer` without `query_time_ms` and what the charge decides. */
  text: string
  resultsCount: number
  /** Every source answered. */
  isComplete: boolean
  sourceKeys: string[]
  recordNumbers: bigint[]
}

type Uncharged = Omit<SearchAnswer, 'query_time_ms' | 'charged' | 'requests_left'>

/** Searches all sources and judges what they found; or answers what was just found for somebody else. */
export async function answerTo(context: Context, question: Question): Promise<Answer> {
  const { query, plan, key, signal } = question
  const startedAt = performance.now()
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
      text: JSON.stringify(said),
      resultsCount: said.results_count,
      isComplete: found.failed.size === 0,
      sourceKeys: Object.keys(said.results_by_source),
      recordNumbers: Object.keys(said.matches).map(recordNumber)
    }
    if (answer.isComplete && found.more.size > 0) shareAnswer(policy, key, answer)
    return answer
  } finally {
    // Of a client that left nobody knows how long the answer would have taken.
    if (found || !signal.aborted)
      countSearch(context, { policy, found, passed, tookMs: performance.now() - startedAt })
  }
}

const isDown = ({ failed, candidates }: Found, { sources }: SearchPolicy) =>
  sources.size > 0 && failed.size === sources.size && candidates.length === 0
