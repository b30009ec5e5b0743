import type { Context } from '#api/context.ts'
import type { SearchPolicy } from '#api/engines/contract.ts'
import { closeAnswer, type ShownRequest } from '#api/features/search/answer/prepared-answer.ts'
import type { SearchCaller } from '#api/features/search/eligibility.ts'
import type { ReplayedAnswer } from '#api/features/search/replay-cache.ts'
import { askShown, type ClosedAnswer, type PastCaller } from '#api/features/search/service.ts'
import { readVerdicts } from '#api/features/verdicts/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type {
  Detail,
  MoreAnswer,
  PastSearchAnswer,
  SearchAnswer,
  Withdrawn
} from '#shared/contracts/search.ts'
import { type CursorScope, readCursor, writeCursor } from './cursor.ts'
import { answerFreely } from './free-answer.ts'
import {
  liveUntil,
  ownSearch,
  type PastSearch,
  pagesShown,
  recordsShown,
  type ShownSource,
  sourcesShown
} from './store.ts'

/**
 * What was searched, until when it goes on, what its user concluded, and whether all of it may still be shown. Where the
 * last cannot be told, also for an audit that is removed, the rest is answered all the same: the line is nobody's but the
 * user's.
 */
export async function describeSearch(
  context: Context,
  caller: PastCaller,
  searchId: string
): Promise<PastSearchAnswer> {
  const past = await ownSearch(context.sql, caller.userId, searchId)
  const { query, reading, searchedAt } = past
  const pages = await pagesShown(context.sql, caller.userId, past)
  const numbers = pages.flat()
  const sources = await sourcesShown(context.sql, caller.userId, past)
  const unproven = await readVerdicts(context, past)
  const { visible, isComplete } = await visibleAmong(context, caller, past, {
    ask: 'visible',
    numbers: [...new Set([...numbers, ...unproven.numbers])],
    sourceKeys: sources.map(({ key }) => key)
  })
  const records = numbers.filter(number => !visible.has(number)).length
  const { policy } = await context.sources.current()
  const withdrawn = withdrawnOf(records, sources, policy)
  return {
    success: true,
    query,
    reading: reading ?? null,
    searched_at: searchedAt.toISOString(),
    live_until: liveUntil(past).toISOString(),
    verdicts: unproven.among(visible),
    withdrawn: isComplete && pages.length > 0 ? withdrawn : 'unknown'
  }
}

function withdrawnOf(
  records: number,
  shown: readonly ShownSource[],
  { sources }: Pick<SearchPolicy, 'sources'>
): Withdrawn | null {
  const titles = shown.flatMap(({ key, title }) => (sources.has(key) ? [] : title))
  const narrowed = shown.flatMap(({ key, title, narrowedAt }) =>
    narrowedAt && sources.has(key) ? { title, since: narrowedAt.toISOString() } : []
  )
  if (narrowed.length > 0) return { records, sources: titles, narrowed }
  return records === 0 ? null : { records, sources: titles }
}

/** None where the account has no turn, or nothing answers. */
async function visibleAmong(
  context: Context,
  caller: PastCaller,
  past: PastSearch,
  shownRequest: Extract<ShownRequest, { ask: 'visible' }>
): Promise<{ visible: Set<string>; isComplete: boolean }> {
  if (shownRequest.numbers.length === 0) return { visible: new Set(), isComplete: true }
  try {
    const { numbers, isComplete } = await askShown(context, caller, past, shownRequest)
    return { visible: new Set(numbers), isComplete }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { visible: new Set(), isComplete: false }
  }
}

/** Answers a live search again, without charge and without another line of history. */
export async function answerAgain(
  context: Context,
  caller: SearchCaller,
  searchId: string,
  detail: Detail
): Promise<ClosedAnswer> {
  const { past, answer } = await answerFreely(context, caller, searchId, 'search_repeat', { detail })
  const ending: Partial<SearchAnswer> = {
    search_id: searchId,
    searched_at: past.searchedAt.toISOString(),
    query_time_ms: answer.tookMs,
    charged: 0,
    requests_left: caller.requestsCount
  }
  return closeAnswer(caller, answer, ending, null)
}

export interface MoreRequest {
  searchId: string
  source: string | null
  cursor: string | null
}

/** What «ещё» is asked for by the page: what comes next, or people whom it has brought before. */
type PageRequest = MoreRequest & { people: readonly string[] | null }

/** The next records of a live search, or people of it whom they belong to, without charge. */
export async function moreRecords(
  context: Context,
  caller: SearchCaller,
  { people, ...request }: PageRequest
): Promise<ClosedAnswer> {
  if (people && (request.source ?? request.cursor) !== null) throw new Refusal('BAD_INPUT')
  const { answer, cursor } = people
    ? await shownPeople(context, caller, request.searchId, people)
    : await furtherRecords(context, caller, request)
  const ending: Partial<MoreAnswer> = {
    search_id: request.searchId,
    cursor,
    query_time_ms: answer.tookMs,
    charged: 0,
    requests_left: caller.requestsCount
  }
  return closeAnswer(caller, answer, ending, null)
}

async function shownPeople(
  context: Context,
  caller: SearchCaller,
  searchId: string,
  ids: readonly string[]
): Promise<{ answer: ReplayedAnswer; cursor: null }> {
  const { answer } = await answerFreely(context, caller, searchId, 'search_repeat', async past => ({
    shownRequest: { ask: 'people', pages: await pagesShown(context.sql, caller.userId, past), ids }
  }))
  return { answer, cursor: null }
}

/** The next records and where those after them begin. */
export async function furtherRecords(
  context: Context,
  caller: SearchCaller,
  { searchId, source, cursor }: MoreRequest
): Promise<{ answer: ReplayedAnswer; cursor: string | null }> {
  const scope = { searchId, source }
  const { audit } = context.hashes
  const { answer } = await answerFreely(context, caller, searchId, 'search_more', async past => {
    const place = cursor === null ? null : readCursor(audit, cursor, scope)
    if (cursor !== null && place === null) throw new Refusal('BAD_INPUT')
    const shownNumbers = await recordsShown(context.sql, caller.userId, past.historyId)
    return {
      further: {
        askedTiers: past.askedTiers,
        askedErrors: past.askedErrors,
        shownNumbers,
        source,
        place: place && { ...place, after: place.after?.toString() ?? null }
      }
    }
  })
  return { answer, cursor: cursorOf(context, answer, scope) }
}

/** Null where nothing comes after an answer. */
export function cursorOf(
  { hashes }: Context,
  { next }: Pick<ReplayedAnswer, 'next'>,
  scope: CursorScope
): string | null {
  if (!next) return null
  return writeCursor(hashes.audit, { ...next, after: next.after === null ? null : BigInt(next.after) }, scope)
}

/** Two people or records of a live search side by side, without charge. */
export async function compareInSearch(
  context: Context,
  caller: SearchCaller,
  searchId: string,
  { a, b }: { a: string; b: string }
): Promise<ClosedAnswer> {
  const { answer } = await answerFreely(context, caller, searchId, 'search_compare', async past => ({
    shownRequest: { ask: 'compare', pages: await pagesShown(context.sql, caller.userId, past), a, b }
  }))
  return closeAnswer(caller, answer, { success: true }, null)
}
