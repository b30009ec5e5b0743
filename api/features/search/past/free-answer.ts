import type { Context } from '#api/context.ts'
import type { SearchRequest } from '#api/features/search/answer/prepared-answer.ts'
import type { SearchCaller } from '#api/features/search/eligibility.ts'
import { shownTo } from '#api/features/search/masking.ts'
import { purposeIn, requirePurpose } from '#api/features/search/purpose.ts'
import type { ReplayedAnswer } from '#api/features/search/replay-cache.ts'
import { searchNow } from '#api/features/search/search-now.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { MORE_RECORDS_MAX } from '#shared/constants.ts'
import { type FreeAnswer, noteFreeAnswer } from './free-answer-store.ts'
import { ownSearch, type PastSearch } from './store.ts'

type RequestParts = Pick<SearchRequest, 'detail' | 'further' | 'shownRequest'>

/** Answers of a live search, without charge and audited. @throws Refusal `NOT_FOUND`, `SEARCH_EXPIRED`, `PURPOSE_REQUIRED`. */
export async function answerFreely(
  context: Context,
  caller: SearchCaller,
  searchId: string,
  act: FreeAnswer['action'] | Pick<FreeAnswer, 'action' | 'isFurther'>,
  parts: RequestParts | ((past: PastSearch) => Promise<RequestParts>)
): Promise<{ past: PastSearch; answer: ReplayedAnswer }> {
  const startedAt = performance.now()
  const slot = await context.admissions.search.enter(caller.userId, caller.signal)
  try {
    const past = await ownSearch(context.sql, caller.userId, searchId)
    if (!past.isLive) throw new Refusal('SEARCH_EXPIRED')
    requirePurpose(context, past)
    // Whoever asks may have been told just now, by another process, that somebody in it may not be shown any more.
    context.sources.forget()
    const limit = caller.isApi ? MORE_RECORDS_MAX : null
    const shown = shownTo(context, caller, purposeIn(past))
    const own = typeof parts === 'function' ? await parts(past) : parts
    const question = { query: past.query, chosen: past.reading, limit, ...own, ...shown, startedAt }
    const answer = await searchNow(context, caller, question)
    caller.signal.throwIfAborted()
    const isNoted = await noteFreeAnswer(context.sql, {
      ...answer,
      userId: caller.userId,
      historyId: past.historyId,
      ...(typeof act === 'string' ? { action: act } : act),
      isApi: caller.isApi,
      ipPrefix: addressPrefix(caller.address)
    })
    // Its time was over meanwhile, or the person deleted it.
    if (!isNoted) throw new Refusal('SEARCH_EXPIRED')
    return { past, answer }
  } finally {
    slot.leave()
  }
}
