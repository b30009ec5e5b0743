import type { Detail } from '#shared/contracts/search.ts'
import { hasDetails } from '#shared/identity/detailed.ts'
import { NO_SUCH_SEARCH } from '#shared/texts/past-search.ts'
import { PERSON_ABSENT } from '#shared/texts/withdrawn.ts'
import { AskError } from '#site/lib/ask.ts'
import { tell } from '#site/lib/toast-store.ts'
import { readAddress } from './address.ts'
import { $line, restoreRequest, typeLine } from './ask/readings-store.ts'
import type { ReadingChoice } from './ask/readings-view.ts'
import {
  $answered,
  $search,
  type Answered,
  confirmSearch,
  failOpening,
  type Search,
  showAgain
} from './search-store.ts'
import { extendAnswer } from './sources/extend-answer.ts'
import { isAmong } from './sources/next-records.ts'
import { askPast, isCurrent, isOver, shownNow, storedAnswerOf } from './sources/shown-now.ts'
import { $open } from './view-store.ts'

/**
 * Shows a search of this user again by its id, as it may be shown now: from the tab, or asked for anew while that is free.
 * Afterwards its line is shown and asked about, since it would cost a credit. Never rejects.
 */
export async function openPastSearch(searchId: string): Promise<void> {
  const stored = storedAnswerOf(searchId)
  const opening: Search = { step: 'opening', query: '', choice: null }
  const show = (answered: Omit<Answered, 'step' | 'fresh'>) => {
    const again = { ...answered, step: 'answered', fresh: false } as const
    if (!isTyped(answered.query)) restoreRequest(again)
    showAgain(again)
  }
  $search.set(opening)
  try {
    const past = await askPast(searchId)
    if ($search.get() !== opening) return
    const { query, reading } = past
    const choice = reading && typeof reading === 'object' ? (reading as ReadingChoice) : null
    if (!isTyped(query)) typeLine(query)
    if (!(stored && isCurrent(stored, past)) && isOver(past)) return confirmSearch({ query, choice })
    const { person } = readAddress(location.search)
    const shown = await shownNow(searchId, past, stored, person ? [person] : [])
    if ($search.get() !== opening) return
    const at = Date.parse(shown.answer.searched_at)
    show({ query, choice, at, ...stored, ...shown })
    if (person && !isAmong(shown.answer, person)) tell(PERSON_ABSENT)
  } catch (error) {
    if ($search.get() !== opening) return
    // A server that is away for a moment takes nothing from the page.
    if (stored && isPassing(error)) show(stored)
    else fail(error, () => openPastSearch(searchId))
  }
}

/** Somebody has typed another line before the answer came. */
const isTyped = (query: string) => $line.get() !== '' && $line.get() !== query

/**
 * The answer on the page as it may be shown now, which takes its place; null where there is none any more: what was
 * searched is asked about again. @throws AskError where that cannot be told.
 *
 * @param isWanted Somebody waits for it: a session that has ended is opened anew by a login over the page.
 * @param detail Whether the details of everybody are needed: then those of its cards are asked for.
 */
export async function renewAnswer(isWanted: boolean, detail?: Detail): Promise<Answered | null> {
  const answered = $answered.get()
  if (!answered) return null
  const { search_id } = answered.answer
  const past = await askPast(search_id, { login: isWanted })
  const current = isCurrent(answered, past)
  if (current && (!detail || hasDetails(answered.answer))) return answered
  if (isOver(past) && !current) {
    if ($answered.get() === answered) confirmSearch(answered)
    return null
  }
  return extendAnswer(search_id, before => shownNow(search_id, past, before, $open.get(), detail))
}

const isPassing = (error: unknown) => error instanceof AskError && (error.status === 0 || error.status >= 429)

function fail(error: unknown, again: () => Promise<void>): void {
  const status = error instanceof AskError && error.status
  if (status === 401) $search.set({ step: 'idle' })
  else {
    const cause = status === 404 ? new AskError(NO_SUCH_SEARCH) : error
    failOpening(cause, $line.get(), isPassing(error) ? again : undefined)
  }
}
