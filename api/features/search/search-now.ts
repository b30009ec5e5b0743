import type { Context } from '#api/context.ts'
import { inSearchTime } from './admission.ts'
import type { SearchRequest, ShownCard, ShownRequest } from './answer/prepared-answer.ts'
import { numbersIn, type PastSearch } from './past/store.ts'
import type { ReplayedAnswer } from './replay-cache.ts'
import type { CreditRequest, SearchCaller } from './reserve-credit.ts'

/** @throws Refusal `SEARCH_DOWN` when it takes too long. */
export async function searchNow(
  { search, tracing }: Context,
  { signal }: Pick<SearchCaller, 'signal'>,
  {
    query,
    chosen,
    limit,
    detail,
    further,
    shownRequest,
    purpose,
    isMasked,
    startedAt
  }: Pick<CreditRequest, 'query' | 'chosen' | 'startedAt'> &
    Pick<SearchRequest, 'isMasked'> &
    Partial<Omit<SearchRequest, 'query' | 'chosen' | 'isMasked'>>
): Promise<ReplayedAnswer> {
  const searchRequest = { query, chosen, limit, detail, further, shownRequest, purpose, isMasked }
  const answer = await inSearchTime(signal, startedAt, stop =>
    search.answer({ ...searchRequest, trace: tracing.parentOf(signal) }, stop)
  )
  return { ...answer, tookMs: Math.round((performance.now() - startedAt) * 10) / 10 }
}

export type PastCaller = Pick<SearchCaller, 'userId' | 'signal'>

interface ShownRecords extends Pick<ReplayedAnswer, 'isComplete'> {
  numbers: string[]
  /** People, when asked for. */
  cards: ShownCard[]
}

/** Without a purpose it spans searches and shows nobody. */
type AskedSearch = Pick<PastSearch, 'query' | 'reading'> & Pick<SearchRequest, 'purpose'>

/** Asks about shown records, in turn with the account's searches or its looks. */
export async function askAboutShown(
  context: Context,
  { userId, signal }: PastCaller,
  { query, reading, purpose = 'any' }: AskedSearch,
  shownRequest: ShownRequest,
  admission = context.admissions.search
): Promise<ShownRecords> {
  const startedAt = performance.now()
  const slot = await admission.enter(userId, signal)
  try {
    // Compared and counted here, and not written as an answer.
    const question = { query, chosen: reading, shownRequest, purpose, isMasked: false, startedAt }
    const answer = await searchNow(context, { signal }, question)
    const { people = [] } = JSON.parse(`${new TextDecoder().decode(answer.body)}}`)
    return { numbers: numbersIn(answer.recordNumbers), isComplete: answer.isComplete, cards: people }
  } finally {
    slot.leave()
  }
}
