import type { Context } from '#api/context.ts'
import type { SearchPolicy } from '#api/engines/contract.ts'
import type { ShownRequest } from '#api/features/search/answer/prepared-answer.ts'
import { lacksPurpose, purposeField, storedPurposeOf } from '#api/features/search/purpose.ts'
import { askAboutShown, type PastCaller } from '#api/features/search/search-now.ts'
import { sourcesFor } from '#api/features/sources/service.ts'
import { readVerdicts } from '#api/features/verdicts/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { PastSearchAnswer, Withdrawn } from '#shared/contracts/search.ts'
import type { Verdict } from '#shared/contracts/verdict.ts'
import { liveUntil, ownSearch, type PastSearch, pagesShown, type ShownSource, sourcesShown } from './store.ts'

/**
 * A past search with verdicts and what may not be shown any more. An unknown state does not fail the rest: the line is
 * the user's own. Nobody is named without a required purpose.
 */
export async function describeSearch(
  context: Context,
  caller: PastCaller,
  searchId: string,
  isNaming = false
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
  const state = stateOf(
    context,
    searchId,
    numbers.filter(number => !visible.has(number))
  )
  const { policy } = sourcesFor(await context.sources.current(), past.purpose).current
  const verdicts = unproven.among(visible)
  const mayName = isNaming && verdicts.length > 0 && !lacksPurpose(context, past)
  const names = mayName ? await namesOf(context, caller, past, pages, verdicts) : null
  const withdrawn = withdrawnOf(state, sources, policy)
  return {
    success: true,
    query,
    reading: reading ?? null,
    searched_at: searchedAt.toISOString(),
    live_until: liveUntil(past).toISOString(),
    verdicts,
    ...(names && { names }),
    withdrawn: isComplete && pages.length > 0 ? withdrawn : 'unknown',
    ...purposeField({ purpose: storedPurposeOf(past) })
  }
}

/** Names by id for verdicts, as records say now; null when unknown. */
async function namesOf(
  context: Context,
  caller: PastCaller,
  past: PastSearch,
  pages: string[][],
  verdicts: readonly Verdict[]
): Promise<Record<string, string> | null> {
  const people = await askAboutShown(context, caller, past, { ask: 'cards', pages }).then(
    ({ cards }) => cards,
    error => {
      if (error instanceof Refusal) return null
      throw error
    }
  )
  const ids = verdicts.flatMap(({ a, b }) => (b === null ? [a] : [a, b]))
  const named = ids.flatMap(id => {
    const card = people?.find(({ records }) => records.some(record => record.id === id))
    return card?.name ? [[id, [card.name, card.birthDate].filter(Boolean).join(', ')]] : []
  })
  return people && Object.fromEntries(named)
}

/** Says that something is gone, and when it is something else: how many, or why, may tell who was suppressed. */
const stateOf = ({ hashes }: Context, searchId: string, gone: readonly string[]): string =>
  gone.length === 0
    ? ''
    : hashes.audit.digest(`withdrawn:${searchId}:${gone.toSorted().join()}`).toString('base64url')

function withdrawnOf(
  state: string,
  shown: readonly ShownSource[],
  { sources }: Pick<SearchPolicy, 'sources'>
): Withdrawn | null {
  const titles = shown.flatMap(({ key, title }) => (sources.has(key) ? [] : title))
  const narrowed = shown.flatMap(({ key, title, narrowedAt }) =>
    narrowedAt && sources.has(key) ? { title, since: narrowedAt.toISOString() } : []
  )
  if (narrowed.length > 0) return { state, sources: titles, narrowed }
  return state === '' ? null : { state, sources: titles }
}

/** Empty without a turn or an answer. */
async function visibleAmong(
  context: Context,
  caller: PastCaller,
  past: PastSearch,
  shownRequest: Extract<ShownRequest, { ask: 'visible' }>
): Promise<{ visible: Set<string>; isComplete: boolean }> {
  if (shownRequest.numbers.length === 0) return { visible: new Set(), isComplete: true }
  try {
    const { numbers, isComplete } = await askAboutShown(context, caller, past, shownRequest)
    return { visible: new Set(numbers), isComplete }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { visible: new Set(), isComplete: false }
  }
}
