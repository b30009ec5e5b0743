import type { Context } from '#api/context.ts'
import { refuseTooFast } from '#api/features/risk/service.ts'
import { finishAnswer } from '#api/features/search/answer/prepared-answer.ts'
import type { PaidAnswer } from '#api/features/search/paid-answer.ts'
import { purposeField, storedPurposeOf } from '#api/features/search/purpose.ts'
import type { ReplayedAnswer } from '#api/features/search/replay-cache.ts'
import type { SearchCaller } from '#api/features/search/reserve-credit.ts'
import type { FinishedAnswer } from '#api/features/search/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { Detail, MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { answerMark, type CursorScope, readCursor, writeCursor } from './cursor.ts'
import { answerFreely } from './free-answer.ts'
import { recordsAdded } from './free-answer-store.ts'
import { pagesShown, recordsShown } from './store.ts'

/** Free, without a new line of history. */
export async function answerAgain(
  context: Context,
  caller: SearchCaller,
  searchId: string,
  detail: Detail
): Promise<FinishedAnswer> {
  const { past, answer } = await answerFreely(context, caller, searchId, 'search_repeat', { detail })
  const ending: Partial<SearchAnswer> = {
    search_id: searchId,
    searched_at: past.searchedAt.toISOString(),
    query_time_ms: answer.tookMs,
    charged: 0,
    requests_left: caller.requestsCount,
    ...purposeField({ purpose: storedPurposeOf(past) })
  }
  return finishAnswer(answer, ending, null)
}

interface MoreRequest {
  searchId: string
  source: string | null
  cursor: string | null
}

/** Next records, or people of earlier pages. */
type PageRequest = MoreRequest & {
  people: readonly string[] | null
  /** Person whose further records are wanted, or counted. */
  further: string | null
  isCountOnly: boolean
}

/** Free next records of a live search, or the people they belong to. */
export async function moreRecords(
  context: Context,
  caller: SearchCaller,
  { people, further, isCountOnly, ...request }: PageRequest
): Promise<FinishedAnswer> {
  const wanted = [people, further, request.source ?? request.cursor].filter(each => each !== null)
  if (wanted.length > 1 || (isCountOnly && further === null)) throw new Refusal('BAD_INPUT')
  const { answer, cursor } = people
    ? await shownPeople(context, caller, request.searchId, people)
    : further !== null
      ? await furtherOfShown(context, caller, request.searchId, further, isCountOnly)
      : await nextPageRecords(context, caller, request)
  const ending: Partial<MoreAnswer> = {
    search_id: request.searchId,
    cursor,
    query_time_ms: answer.tookMs,
    charged: 0,
    requests_left: caller.requestsCount
  }
  return finishAnswer(answer, ending, null)
}

async function shownPeople(
  context: Context,
  caller: SearchCaller,
  searchId: string,
  ids: readonly string[]
): Promise<{ answer: ReplayedAnswer; cursor: null }> {
  const act = { action: 'search_repeat', part: 'people' } as const
  const { answer } = await answerFreely(context, caller, searchId, act, async past => ({
    shownRequest: { ask: 'people', pages: await pagesShown(context.sql, caller.userId, past), ids }
  }))
  return { answer, cursor: null }
}

/** Repeatable. Audited like «ещё», so that its records can be withdrawn. */
async function furtherOfShown(
  context: Context,
  caller: SearchCaller,
  searchId: string,
  personId: string,
  isCountOnly: boolean
): Promise<{ answer: ReplayedAnswer; cursor: null }> {
  await refuseTooFast(context, caller.userId)
  const act = { action: 'search_more', part: 'further' } as const
  const { answer } = await answerFreely(context, caller, searchId, act, async past => {
    const pages = await pagesShown(context.sql, caller.userId, past, true)
    const addedBefore = await recordsAdded(context.sql, caller.userId, past)
    return { shownRequest: { ask: 'further', pages, personId, addedBefore, isCountOnly } }
  })
  return { answer, cursor: null }
}

export async function nextPageRecords(
  context: Context,
  caller: SearchCaller,
  { searchId, source, cursor }: MoreRequest
): Promise<{ answer: ReplayedAnswer; cursor: string | null }> {
  const scope = { searchId, source }
  await refuseTooFast(context, caller.userId)
  const { audit } = context.hashes
  const onward = cursor === null ? null : readCursor(audit, cursor, scope)
  const mark = onward?.mark ?? null
  const { answer } = await answerFreely(context, caller, searchId, 'search_more', async past => {
    if (cursor !== null && onward === null) throw new Refusal('BAD_INPUT')
    return {
      further: {
        askedTiers: past.askedTiers,
        askedErrors: past.askedErrors,
        shownNumbers: await recordsShown(context.sql, caller, past, mark),
        addedNumbers: await recordsAdded(context.sql, caller.userId, past),
        source,
        place: onward && { ...onward.place, after: onward.place.after?.toString() ?? null }
      }
    }
  })
  return { answer, cursor: cursorOf(context, answer, mark, scope) }
}

/** Null at the end. */
function cursorOf(
  { hashes }: Context,
  { next }: Pick<ReplayedAnswer, 'next'>,
  mark: Uint8Array | null,
  scope: CursorScope
): string | null {
  if (!next) return null
  const place = { ...next, after: next.after === null ? null : BigInt(next.after) }
  return writeCursor(hashes.audit, { place, mark }, scope)
}

/** Goes on after this very answer, whatever its repeats show. Null at the end, and of a partial one. */
export const cursorAfter = (
  context: Context,
  { answer, searchId }: Pick<PaidAnswer, 'answer' | 'searchId'>
): string | null =>
  answer.isComplete
    ? cursorOf(context, answer, answerMark(answer.recordNumbers), { searchId, source: null })
    : null

/** Free comparison in a live search. */
export async function compareInSearch(
  context: Context,
  caller: SearchCaller,
  searchId: string,
  { a, b }: { a: string; b: string }
): Promise<FinishedAnswer> {
  const { answer } = await answerFreely(context, caller, searchId, 'search_compare', async past => ({
    shownRequest: { ask: 'compare', pages: await pagesShown(context.sql, caller.userId, past), a, b }
  }))
  return finishAnswer(answer, { success: true }, null)
}

/** Unmasks a value, free and audited separately. */
export async function revealValue(
  context: Context,
  caller: SearchCaller,
  { search_id, record_id: recordId, field }: { search_id: string; record_id: string; field: string }
): Promise<FinishedAnswer> {
  const act = { action: 'search_reveal', field } as const
  const { answer } = await answerFreely(context, caller, search_id, act, async past => ({
    isMasked: false,
    shownRequest: {
      ask: 'reveal',
      pages: await pagesShown(context.sql, caller.userId, past),
      recordId,
      field
    }
  }))
  return finishAnswer(answer, { success: true }, null)
}
