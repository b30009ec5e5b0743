import type { Context } from '#api/context.ts'
import { refuseTooFast } from '#api/features/risk/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { CHARGED_WITHIN_MS } from '#api/lib/time-limits.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { Slot } from './admission.ts'
import { type FinishedAnswer, finishAnswer, type ShownCard } from './answer/prepared-answer.ts'
import { chargeOf } from './charge-of.ts'
import { countSearch, doorOf } from './count-search.ts'
import { disclosureFor } from './masking.ts'
import { type PaidAnswer, paidAnswer } from './paid-answer.ts'
import { purposeField } from './purpose.ts'
import { isKept } from './replay-cache.ts'
import {
  type CreditRequest,
  creditRequestOf,
  reserveCredit,
  type SearchCaller,
  type SearchOrder
} from './reserve-credit.ts'
import { searchIdText } from './search-id.ts'
import { searchNow } from './search-now.ts'

export { auditHashesOfSteps } from './answer/audit-hashes.ts'
export { maskRecords, maskValues } from './answer/masking/mask-body.ts'
export { maskPreview, maskRejects } from './answer/masking/mask-file.ts'
export { parseLine } from './answer/parse-query.ts'
export { isMasked } from './masking.ts'
export type { PaidAnswer } from './paid-answer.ts'
export { liveUntil, ownSearch, type PastSearch, pagesShown } from './past/store.ts'
export { purposeField, storedPurposeOf } from './purpose.ts'
export { searchIdText } from './search-id.ts'
export { askAboutShown, type PastCaller } from './search-now.ts'
export type { FinishedAnswer, ShownCard }

export async function performSearch(
  context: Context,
  caller: SearchCaller,
  order: Omit<SearchOrder, 'limit'>
): Promise<FinishedAnswer> {
  const paid = await payForSearch(context, caller, { ...order, limit: null })
  const last: Partial<SearchAnswer> = {
    search_id: paid.searchId,
    searched_at: paid.searchedAt,
    query_time_ms: paid.answer.tookMs,
    charged: paid.charged,
    requests_left: paid.requestsLeft,
    ...purposeField(paid)
  }
  return finishAnswer(paid.answer, last, paid.delivery)
}

/**
 * Searches and charges (`docs/how-it-works/search-calls.md` §2). The credit is taken after the engine answered and before anything is
 * sent, with history, ledger and audit. A repeat within `REPLAY_SECONDS` is free unless it may show more.
 */
export async function payForSearch(
  context: Context,
  caller: SearchCaller,
  order: SearchOrder
): Promise<PaidAnswer> {
  return await countSearch(context.metrics, doorOf(caller.isApi, order.listId), caller.signal, () =>
    payInTurn(context, caller, order)
  )
}

async function payInTurn(context: Context, caller: SearchCaller, order: SearchOrder): Promise<PaidAnswer> {
  const question = creditRequestOf(context, caller, order)
  const { search } = context.admissions
  const enter = order.listId === undefined ? search.enter : search.enterBackground
  const slot = await enter(caller.userId, caller.signal)
  try {
    const { listId = null } = order
    // A list's row waits as long as needed.
    const current = listId === null ? question : { ...question, startedAt: performance.now() }
    return await payAdmitted(context, caller, current, slot, listId)
  } finally {
    slot.leave()
  }
}

async function payAdmitted(
  context: Context,
  caller: SearchCaller,
  question: CreditRequest,
  slot: Slot,
  listId: number | null
): Promise<PaidAnswer> {
  const { limit, cacheKey, startedAt, purpose } = question
  const { tracing } = context
  const trace = tracing.parentOf(caller.signal)
  const { earlier, replay, isAudited, price } = await tracing.span('reserve', trace, () =>
    reserveCredit(context, caller, question, slot)
  )
  if (replay && isAudited && earlier.keyMatches === true) {
    const requestsLeft = earlier.requestsLeft ?? earlier.balance
    return paidAnswer(replay, { ...earlier, charged: earlier.keyCharged ?? 0, requestsLeft }, purpose)
  }
  if (replay && isAudited && caller.clientKey === null)
    return paidAnswer(replay, { ...earlier, charged: 0, requestsLeft: earlier.balance }, purpose)

  if (!replay) await refuseTooFast(context, caller.userId)
  const answer =
    replay ?? (await searchNow(context, caller, { ...question, ...disclosureFor(context, caller, purpose) }))
  // Nobody pays for an answer that nobody waits for.
  caller.signal.throwIfAborted()
  const charge = chargeOf(caller, question, answer, price, listId, context.config.riskMode !== 'off')
  const outcome = await tracing.span('settle', trace, () =>
    context.charges.charge(charge, startedAt + CHARGED_WITHIN_MS)
  )
  if (!outcome) throw new Refusal('NOT_SIGNED_IN')
  // Lists do not fill the replay cache.
  const keep = () => {
    if (!charge.isComplete || !isKept(limit) || listId !== null) return
    context.replays.set(cacheKey, { ...answer, searchId: searchIdText(outcome.searchId) })
  }
  switch (outcome.outcome) {
    case 'done':
      context.metrics.charged(outcome.charged, doorOf(caller.isApi, listId))
      keep()
      return paidAnswer(answer, outcome, purpose)
    case 'repeat':
      keep()
      return paidAnswer(answer, outcome, purpose)
    case 'replay': {
      // An equal concurrent search was charged first: both get its answer if it may be shown.
      const first = context.replays.get(cacheKey)
      if (first?.dataVersion === answer.dataVersion && first.searchId === searchIdText(outcome.searchId))
        return paidAnswer(first, outcome, purpose)
      keep()
      return paidAnswer(answer, outcome, purpose)
    }
    case 'key_reused':
      throw new Refusal('KEY_REUSED')
    case 'no_credits':
      throw new Refusal('NO_CREDITS')
    case 'halted':
      throw new Refusal('LIST_STATE')
  }
}
