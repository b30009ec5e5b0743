import { MORE_PEOPLE_MAX } from '#shared/constants.ts'
import type { Detail, PastSearchAnswer, SearchAnswer, Withdrawn } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { SOURCES_SILENT } from '#shared/texts/withdrawn.ts'
import { $verdicts, takeVerdicts } from '#site/features/search/people/verdict-store.ts'
import { loadResults, type Shown, type StoredResults } from '#site/features/search/results-storage.ts'
import { recallView } from '#site/features/search/view-memory.ts'
import { AskError, type AskOptions, ask } from '#site/lib/ask.ts'
import { ANSWER_SHAPE } from './answer-shape.ts'
import { isAmong, withBrought, withPeople } from './next-records.ts'

/** A search of this user, with its verdicts in their store. @throws AskError */
export async function askPast(searchId: string, options?: AskOptions): Promise<PastSearchAnswer> {
  const before = $verdicts.get()
  const past = await ask<PastSearchAnswer>(`/api/search/${encodeURIComponent(searchId)}`, {
    ...options,
    shape: { query: '', verdicts: [{ id: 0, a: '', verdict: '', at: '' }] }
  })
  // While a source is silent the verdicts are those that may be shown for certain.
  takeVerdicts(searchId, past.verdicts, past.withdrawn === 'unknown' ? undefined : before)
  return past
}

/** The answer of a search in the storage of this tab. */
export function storedAnswerOf(searchId: string): StoredResults | null {
  const stored = loadResults(Date.now(), null)
  return stored?.answer.search_id === searchId ? stored : null
}

/** What of a search may not be shown any more. @throws AskError while that is not known. */
function withdrawnOf({ withdrawn }: PastSearchAnswer): Withdrawn | null {
  if (withdrawn === 'unknown') throw new AskError(SOURCES_SILENT)
  return withdrawn
}

/** Whether an answer that this tab has is what may be shown of its search still. @throws AskError while that is not known. */
export const isCurrent = ({ withdrawn }: Shown, past: PastSearchAnswer): boolean =>
  JSON.stringify(withdrawn ?? null) === JSON.stringify(withdrawnOf(past))

/** What may name somebody: an address may hold anything. */
const ID = /^.{1,1024}$/

/** Whether a search neither goes on nor answers again for nothing. */
export const isOver = ({ live_until }: PastSearchAnswer): boolean => Date.parse(live_until) <= Date.now()

/**
 * The answer of a search as it may be shown now: the one that this tab has, or else asked for again, with what «ещё» had
 * brought; and with these people and those on whom the user concluded something, whom it may have brought elsewhere.
 *
 * @param people Ids of people or records.
 * @param detail Whether the details of everybody are needed.
 * @throws AskError while it is not known what may be, `SEARCH_EXPIRED` where it is not for nothing any more.
 */
export async function shownNow(
  searchId: string,
  past: PastSearchAnswer,
  stored: Shown | null,
  people: readonly string[],
  detail?: Detail
): Promise<Shown> {
  // Where nothing is there to be shown, the server says that it is over.
  const withdrawn = stored || !isOver(past) ? withdrawnOf(past) : null
  const shown =
    stored && isCurrent(stored, past)
      ? stored
      : { ...(await shownAgain(searchId, stored, detail)), withdrawn }
  const judged = past.verdicts.flatMap(({ a, b }) => (b === null ? [a] : [a, b]))
  const absent = [...new Set([...people, ...judged])].filter(id => ID.test(id) && !isAmong(shown.answer, id))
  const whole = absent.length === 0 || isOver(past) ? shown : await withPeople(shown, absent)
  return detail ? withDetails(whole) : whole
}

/** What a tab has is not asked for anew: a source that is silent now would take from it what was found. */
async function withDetails(shown: Shown): Promise<Shown> {
  const cards = shown.answer.persons.flatMap(person => (isDetailed(person) ? [] : person.id))
  let whole = shown
  for (let at = 0; at < cards.length; at += MORE_PEOPLE_MAX) whole = await withPeople(whole, cards.slice(at))
  return whole
}

async function shownAgain(searchId: string, stored: Shown | null, detail: Detail): Promise<Shown> {
  const body = { search_id: searchId, detail }
  const answer = await ask<SearchAnswer>('/api/search/perform', { body, shape: ANSWER_SHAPE })
  let shown: Shown = { answer, readAt: Date.now(), cursors: {} }
  for (const source of (stored ?? recallView(searchId))?.brought ?? [])
    shown = await withBrought(shown, source)
  return shown
}
