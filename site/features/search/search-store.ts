import { atom, computed } from 'nanostores'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { statedFields } from '#site/lib/account/purpose-store.ts'
import { AskError, ask, errorText, hasLoginPrompt } from '#site/lib/ask.ts'
import { $session, expireSession, reloadUser, updateUser, userId } from '#site/lib/session-store.ts'
import { tell } from '#site/lib/toast-store.ts'
import { takeUnsentLine } from '#site/lib/unsent-line.ts'
import type { NavigationOrigin } from './ask/navigation-origin.ts'
import type { ReadingChoice } from './ask/readings-view.ts'
import { takeTypedLine } from './ask/typed-line.ts'
import { dropReplayKey, markAnswered, replayKeyOf } from './replay-key.ts'
import { clearResults, loadResults, type Shown, type StoredResults, storeResults } from './results-storage.ts'
import { ANSWER_SHAPE } from './sources/answer-shape.ts'
import { SEARCH_FAILED, SEARCH_STOPPED } from './texts.ts'

/** What is searched: the typed line, and the one reading of it that was chosen. */
export interface SearchRequest {
  query: string
  choice: ReadingChoice | null
  /** Paid for, though an equal search still goes on. */
  isAnew?: boolean
}

/**
 * `line`: the same request will be refused again. `server`: it may be over at the next try. `unknown`: the search of the
 * address cannot be shown.
 */
export type FailureReason = 'credits' | 'network' | 'session' | 'line' | 'server' | 'unknown'

/** Opens once more what could not be opened. */
type Again = (() => Promise<void>) | undefined

export type Answered = { step: 'answered'; fresh: boolean } & StoredResults

/**
 * The page's one screen. `confirming`: the line came from another site and waits for a click, because a search spends a
 * credit. `opening`: an earlier search is shown again for nothing. `searching` leaves the `older` answer where it is, and
 * so does a search that `failed`. `answered` is `fresh` when the person pressed a button for
 * it, so that the focus may go there.
 */
export type Search =
  | { step: 'idle' }
  | ({ step: 'confirming' } & SearchRequest)
  | ({ step: 'opening' } & SearchRequest)
  | ({ step: 'searching'; older: Answered | null; stop(): void } & SearchRequest)
  | Answered
  | ({
      step: 'failed'
      text: string
      reason: FailureReason
      /** Of the refusal. */
      code?: string | undefined
      older?: Answered | null
      again?: Again
    } & SearchRequest)

export type SearchIn<Step extends Search['step']> = Extract<Search, { step: Step }>

export const $search = atom<Search>({ step: 'idle' })

/** The answer on the screen: while a search runs, or when it has failed, it is that of an older one. */
export const $answered = computed($search, search => {
  if (search.step === 'answered') return search
  return search.step === 'searching' || search.step === 'failed' ? (search.older ?? null) : null
})

$session.listen(({ step }) => {
  if (step !== 'out') return
  clearResults()
  $search.set({ step: 'idle' })
})

/**
 * What the page does first. An address with a query runs it, unless another site sent the person here or the answer is
 * already in this tab; without one the last answer comes back. A line that a link left is asked about, alone where its
 * own answer is not in this tab.
 *
 * @returns The line for the search field: it may be one that was left for this page.
 */
export function openSearch(query: string | null, origin: NavigationOrigin, now = Date.now()): string {
  // An address that somebody goes to says what is wanted now.
  const isOpen = query === null || origin === 'again'
  const left = takeUnsentLine(now)
  const wanted = query ?? (left || null)
  const stored = origin === 'own' && query !== null ? null : loadResults(now, wanted)
  if (query === null && left && !stored) {
    $search.set({ step: 'confirming', query: left, choice: null })
    return left
  }
  const unsent = isOpen ? left || takeTypedLine(now, query === null ? elsewhereOf(stored) : undefined) : ''
  if (stored) {
    $search.set({ step: 'answered', ...stored, fresh: false })
    return unsent || stored.query
  }
  if (query === null || (unsent && unsent !== query)) return unsent
  if (origin === 'own') void performSearch({ query, choice: null }, false)
  else $search.set({ step: 'confirming', query, choice: null })
  return query
}

/** Whose line an address takes that names no search: a line typed over one answer does not stand over another. */
const elsewhereOf = (stored: StoredResults | null) =>
  stored ? { over: stored.answer.search_id } : ('anywhere' as const)

/**
 * Searches and stores the answer for this tab. An empty line or a running search does nothing. Never rejects.
 *
 * @param fresh The person asked for it just now, and did not come with it.
 */
export async function performSearch(request: SearchRequest, fresh = true): Promise<void> {
  if (request.query.trim() === '' || $search.get().step === 'searching') return
  const older = $answered.get()
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    $search.set(older ?? { step: 'idle' })
    tell(SEARCH_STOPPED)
  }
  const searching: Search = { step: 'searching', ...request, older, stop }
  $search.set(searching)
  const outcome = await searchOutcome(request, fresh, stopping.signal)
  // Whoever left meanwhile is shown nothing.
  if ($search.get() !== searching) return
  const isEnded = outcome.step === 'failed' && outcome.reason === 'session'
  // Whoever declined the login over the page stays where they were.
  if (isEnded && hasLoginPrompt()) return $search.set(older ?? { step: 'idle' })
  $search.set(outcome.step === 'failed' ? { ...outcome, older } : outcome)
  if (isEnded) expireSession()
}

/** Shows an earlier answer again, which is the last one of this tab from now on. */
export function showAgain(answered: Answered): void {
  const { step: _, fresh: __, ...results } = answered
  if (userId() !== null) storeResults(results)
  $search.set(answered)
}

/** Leaves the answer on the screen, and says no more of what failed after it. */
export function keepAnswer(answered: Answered): void {
  if ($answered.get() === answered && $search.get().step === 'failed') $search.set(answered)
}

/** Says why the search of the address cannot be shown, until the line is edited; `again` where another try may help. */
export function failOpening(error: unknown, line: string, again?: Again): void {
  const text = errorText(error, SEARCH_FAILED)
  $search.set({ step: 'failed', query: line, choice: null, text, reason: 'unknown', again })
}

/** Asks before the search of an entry whose answer is gone is made again. */
export function confirmSearch(request: SearchRequest): void {
  $search.set({ step: 'confirming', ...request })
}

/** Repeats the search that failed or was incomplete, as it was asked for. */
export async function retry(): Promise<void> {
  const search = $search.get()
  if (search.step === 'idle') return
  const { query, choice, isAnew = false } = search
  await performSearch({ query, choice, isAnew })
}

/** Puts more or fewer records into the answer of the page. False where the person is elsewhere by now. */
export function changeAnswer(before: Answered, change: Shown): boolean {
  const now = $search.get()
  // Whoever has left the answer and come back has it as it was.
  if ($answered.get()?.answer !== before.answer || now.step === 'searching') return false
  const { step, fresh: _, ...results } = before
  if (userId() !== null) storeResults({ ...results, ...change })
  const changed = { ...results, ...change, step, fresh: false }
  $search.set(now.step === 'failed' ? { ...now, older: changed } : changed)
  return true
}

async function searchOutcome(
  { query, choice, isAnew = false }: SearchRequest,
  fresh: boolean,
  signal: AbortSignal
): Promise<Search> {
  const body = {
    query,
    ...(choice && { reading: choice }),
    ...(!isAnew && { live: true }),
    ...statedFields()
  }
  const { key, isReplay } = replayKeyOf(JSON.stringify(body))
  try {
    const response = await ask<SearchAnswer>('/api/search/perform', {
      body,
      headers: { 'Idempotency-Key': key },
      signal,
      shape: ANSWER_SHAPE
    })
    // A replay tells the charge and the balance of the first time, which this page has counted already.
    const answer = isReplay ? { ...response, charged: 0 } : response
    if (!isReplay) updateUser({ requests_count: answer.requests_left })
    const at = Date.now()
    // Somebody who left meanwhile has cleared the storage, and it stays so.
    if (userId() !== null) {
      if (answer.failed_sources.length === 0) markAnswered()
      else dropReplayKey()
      storeResults({ at, query, choice, isAnew, answer })
    }
    return { step: 'answered', query, choice, isAnew, answer, at, fresh }
  } catch (error) {
    // The key stays: whoever asks for the same again pays once.
    if (signal.aborted) {
      // Nobody but the server knows whether it was charged before it was stopped.
      reloadUser().catch(() => {})
      return { step: 'idle' }
    }
    const reason = reasonOf(error)
    // A refused line leaves the answer on the page, also for whoever reloads it.
    if (reason !== 'session' && reason !== 'line') clearResults()
    if (reason === 'credits') updateUser({ requests_count: 0 })
    // Nor does anybody know it of an answer that is not the server's.
    if (reason !== 'network' && reason !== 'session' && isTold(error)) dropReplayKey()
    const text = errorText(error, SEARCH_FAILED)
    const code = error instanceof AskError ? error.code : undefined
    return { step: 'failed', query, choice, isAnew, text, reason, code }
  }
}

/** Refusals that may be over at the next try: a key that was used already, and too many requests. */
const REPEATABLE = new Set([409, 429])

/** Whether the server itself has refused. */
const isTold = (error: unknown): boolean => !(error instanceof AskError) || error.words !== ''

function reasonOf(error: unknown): FailureReason {
  if (!(error instanceof AskError)) return 'server'
  if (error.code === 'NO_CREDITS') return 'credits'
  if (error.status === 0) return 'network'
  if (error.status === 401) return 'session'
  const isFinal = error.status >= 400 && error.status < 500 && !REPEATABLE.has(error.status)
  return isFinal ? 'line' : 'server'
}
