import { createHmac } from 'node:crypto'
import type { Found } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { recordNumber } from '#api/engines/hash.ts'
import { operatorInReadings } from '#api/features/numbering/service.ts'
import { sourcesNow } from '#api/features/sources/service.ts'
import { addressPrefix } from '#api/lib/client-address.ts'
import type { Context } from '#api/lib/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { IDEMPOTENCY_KEY_MAX_CHARS, SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { SearchPlan } from '#shared/identity/types.ts'
import { ROLE_INFINITY, type Role } from '#shared/labels/roles.ts'
import { judge } from './judge.ts'
import { type Charge, chargeSearch, knownAnswer } from './store.ts'
import { type ChosenReading, cleanLine, understand } from './understand.ts'

/** Who asks, and through what. */
export interface Asker {
  userId: number
  role: Role
  requestsCount: number
  address: string | null
  isApi: boolean
  /** `Idempotency-Key`, when the client sent one. */
  clientKey: string | null
  /** Fires when the client leaves. */
  signal: AbortSignal
}

/** The answer without what only the charge decides; those two keys come last in the JSON. */
type Uncharged = Omit<SearchAnswer, 'charged' | 'requests_left'>

const AUDIT_TOKENS_MAX = 16

/**
 * Searches and charges (`design/contract.md`, «Search»). The credit is taken after the engine answered and before
 * anything leaves, in the transaction that writes history, ledger and audit.
 *
 * @returns The JSON text of a `SearchAnswer`.
 */
export async function performSearch(
  context: Context,
  asker: Asker,
  line: string,
  chosen: ChosenReading
): Promise<string> {
  const startedAt = performance.now()
  if (asker.clientKey !== null && !isClientKey(asker.clientKey)) throw new Refusal('BAD_INPUT')
  const query = cleanLine(line)
  const plan = understand(query, chosen)
  const queryKey = keyOf(context, query, chosen)

  const known = await knownAnswer(context.sql, asker.userId, queryKey, asker.clientKey)
  if (known.keyMatches === false) throw new Refusal('KEY_REUSED')
  const isRepeat = known.keyMatches === true
  if (known.answer !== null && isRepeat) {
    return withCharge(known.answer, known.keyCharged ?? 0, known.requestsLeft ?? asker.requestsCount)
  }
  if (known.answer !== null && asker.clientKey === null)
    return withCharge(known.answer, 0, asker.requestsCount)
  const mayBeFree = known.answer !== null || isRepeat || asker.role === ROLE_INFINITY
  if (!mayBeFree && asker.requestsCount < SEARCH_COST_REQUESTS) throw new Refusal('NO_CREDITS')

  const answer = await search(context, asker.signal, plan, query, startedAt)
  const charge: Charge = {
    userId: asker.userId,
    query,
    isApi: asker.isApi,
    resultsCount: answer.results_count,
    complete: answer.failed_sources.length === 0,
    queryKey,
    clientKey: asker.clientKey,
    answer: JSON.stringify(answer),
    tokens: auditTokens(context, plan),
    sourceKeys: Object.keys(answer.results_by_source),
    recordNumbers: Object.keys(answer.matches).map(recordNumber),
    ipPrefix: addressPrefix(asker.address)
  }
  const charged = await chargeSearch(context.sql, charge)
  switch (charged.outcome) {
    case 'done':
    case 'repeat':
      return withCharge(charge.answer, charged.charged, charged.requestsLeft)
    case 'replay':
      return withCharge(charged.answer ?? '{}', charged.charged, charged.requestsLeft)
    case 'key_reused':
      throw new Refusal('KEY_REUSED')
    case 'no_credits':
      throw new Refusal('NO_CREDITS')
    case 'gone':
      throw new Refusal('NOT_SIGNED_IN')
  }
}

async function search(
  context: Context,
  signal: AbortSignal,
  plan: SearchPlan,
  query: string,
  startedAt: number
): Promise<Uncharged> {
  const { policy, byKey } = await sourcesNow(context)
  const found: Found = await context.engine.find(plan, policy, signal)
  if (policy.sources.size > 0 && found.failed.size === policy.sources.size && found.candidates.length === 0) {
    throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
  }
  const judged = judge(plan, passGate(found.candidates, policy), found, policy, byKey)
  return {
    success: true,
    query,
    readings: plan.readings,
    ...judged,
    operator_info: await operatorInReadings(context, plan.readings),
    query_time_ms: Math.round((performance.now() - startedAt) * 10) / 10,
    failed_sources: [...found.failed]
  }
}

/** Splices what the charge decided into the stored text, so that a large answer is never parsed again. */
function withCharge(answer: string, charged: number, requestsLeft: number): string {
  return `${answer.slice(0, -1)},"charged":${charged},"requests_left":${requestsLeft}}`
}

const isClientKey = (key: string) => key.length > 0 && key.length <= IDEMPOTENCY_KEY_MAX_CHARS

/** What makes two requests the same: the cleaned line and the chosen reading, keyed so that the table holds no text. */
function keyOf(context: Context, query: string, chosen: ChosenReading): Uint8Array {
  return createHmac('sha256', context.secrets.audit)
    .update(JSON.stringify([query, chosen ?? null]))
    .digest()
}

/** Keyed hashes of the looked-up keys: the audit can answer "who asked for X" without holding X. */
function auditTokens(context: Context, plan: SearchPlan): bigint[] {
  const keys = [
    ...new Set(plan.steps.flatMap(step => [...step.keys, ...(step.surname ? [step.surname] : [])]))
  ]
  return keys
    .slice(0, AUDIT_TOKENS_MAX)
    .map(key => createHmac('sha256', context.secrets.audit).update(key).digest().readBigInt64BE())
}
