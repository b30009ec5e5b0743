import type { Context } from '#api/context.ts'
import type { SearchRequest } from '#api/features/search/answer/prepared-answer.ts'
import { disclosureFor } from '#api/features/search/masking.ts'
import { requirePurpose, storedPurposeOf } from '#api/features/search/purpose.ts'
import type { ReplayedAnswer } from '#api/features/search/replay-cache.ts'
import type { SearchCaller } from '#api/features/search/reserve-credit.ts'
import { searchNow } from '#api/features/search/search-now.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { MORE_RECORDS_MAX } from '#shared/constants.ts'
import { type FreeAnswer, noteFreeAnswer, noteFurther } from './free-answer-store.ts'
import { ownSearch, type PastSearch } from './store.ts'

type Act = Pick<FreeAnswer, 'action' | 'part' | 'field'>
type RequestParts = Pick<SearchRequest, 'detail' | 'further' | 'shownRequest'> & { isMasked?: false }

/** Additions to a search are limited. */
const ATTEMPTS_MAX = 3

/** Free, audited answers of a live search. @throws Refusal `NOT_FOUND`, `SEARCH_EXPIRED`, `PURPOSE_REQUIRED`. */
export async function answerFreely(
  context: Context,
  caller: SearchCaller,
  searchId: string,
  act: FreeAnswer['action'] | Act,
  parts: RequestParts | ((past: PastSearch) => Promise<RequestParts>)
): Promise<{ past: PastSearch; answer: ReplayedAnswer }> {
  const startedAt = performance.now()
  const slot = await context.admissions.search.enter(caller.userId, caller.signal)
  try {
    const past = await ownSearch(context.sql, caller.userId, searchId)
    if (!past.isLive) throw new Refusal('SEARCH_EXPIRED')
    requirePurpose(context, past)
    // Another process may have suppressed somebody just now.
    context.sources.forget()
    const limit = caller.isApi ? MORE_RECORDS_MAX : null
    const shown = disclosureFor(context, caller, storedPurposeOf(past))
    const acted: Act = typeof act === 'string' ? { action: act } : act
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const own = typeof parts === 'function' ? await parts(past) : parts
      const question = { query: past.query, chosen: past.reading, limit, ...shown, ...own, startedAt }
      const answer = await searchNow(context, caller, question)
      caller.signal.throwIfAborted()
      const noted = {
        ...answer,
        ...acted,
        userId: caller.userId,
        historyId: past.historyId,
        isApi: caller.isApi,
        ipPrefix: addressPrefix(caller.address)
      }
      const isNoted =
        noted.part === 'further'
          ? await noteFurther(context.sql, noted, past)
          : await noteFreeAnswer(context.sql, noted)
      if (isNoted === false) throw new Refusal('SEARCH_EXPIRED')
      if (isNoted) return { past, answer }
    }
    throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 1 })
  } finally {
    slot.leave()
  }
}
