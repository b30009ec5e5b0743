import { atom } from 'nanostores'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { AskError, ask, errorText } from '#site/lib/ask.ts'
import { $session, updateUser } from '#site/lib/session-store.ts'
import type { Entry } from './ask/navigation-origin.ts'
import type { ReadingChoice } from './ask/readings-view.ts'
import { forget, keep, restore } from './results-storage.ts'
import { SEARCH_FAILED } from './texts.ts'

/** What is searched: the typed line, and the one reading of it that was chosen. */
export interface Asked {
  query: string
  choice: ReadingChoice | null
}

/**
 * The page's one screen. `asking`: the line came from another site and waits for a click, because a search spends a
 * credit. `found` is `fresh` when the person pressed a button for it, so that the focus may go there.
 */
export type Search =
  | { step: 'idle' }
  | ({ step: 'asking' } & Asked)
  | ({ step: 'searching' } & Asked)
  | ({ step: 'found'; answer: SearchAnswer; at: number; fresh: boolean } & Asked)
  | ({ step: 'failed'; text: string; reason: 'credits' | 'network' | 'refused' } & Asked)

export const $search = atom<Search>({ step: 'idle' })

/** The key of a search whose answer never came: its repetition must not be paid twice. */
let unanswered: { asked: string; key: string } | null = null

/**
 * What the page does first. An address with a query runs it, unless another site sent the person here or the answer is
 * already in this tab; without one the last answer comes back.
 *
 * @returns The line for the search field.
 */
export function openSearch(query: string | null, entry: Entry, now = Date.now()): string {
  const kept = entry === 'own' && query !== null ? null : restore(userId(), now, query)
  if (kept) {
    const { at, answer, choice } = kept
    $search.set({ step: 'found', query: kept.query, choice, answer, at, fresh: false })
    return kept.query
  }
  if (query === null) return ''
  if (entry === 'own') void perform({ query, choice: null }, false)
  else $search.set({ step: 'asking', query, choice: null })
  return query
}

/**
 * Searches and keeps the answer for this tab. An empty line or a running search does nothing. Never rejects.
 *
 * @param fresh The person asked for it just now, and did not come with it.
 */
export async function perform(asked: Asked, fresh = true): Promise<void> {
  if (asked.query.trim() === '' || $search.get().step === 'searching') return
  $search.set({ step: 'searching', ...asked })
  $search.set(await outcomeOf(asked, fresh))
}

/** Repeats the search that failed or was incomplete. */
export async function retry(): Promise<void> {
  const now = $search.get()
  if (now.step !== 'idle') await perform({ query: now.query, choice: now.choice })
}

async function outcomeOf({ query, choice }: Asked, fresh: boolean): Promise<Search> {
  const body = choice ? { query, reading: choice } : { query }
  const asked = JSON.stringify(body)
  const key = unanswered?.asked === asked ? unanswered.key : newKey()
  unanswered = { asked, key }
  try {
    const answer = await ask<SearchAnswer>('/api/search/perform', {
      body,
      headers: { 'Idempotency-Key': key }
    })
    unanswered = null
    updateUser({ requests_count: answer.requests_left })
    const at = Date.now()
    const user = userId()
    // Somebody who left meanwhile has cleared the storage, and it stays so.
    if (user !== null) keep({ user, at, query, choice, answer })
    return { step: 'found', query, choice, answer, at, fresh }
  } catch (error) {
    forget()
    const reason = reasonOf(error)
    if (reason !== 'network') unanswered = null
    const text = reason === 'network' ? SEARCH_FAILED : errorText(error, SEARCH_FAILED)
    return { step: 'failed', query, choice, text, reason }
  }
}

function reasonOf(error: unknown): 'credits' | 'network' | 'refused' {
  if (!(error instanceof AskError)) return 'refused'
  if (error.code === 'NO_CREDITS') return 'credits'
  return error.status === 0 ? 'network' : 'refused'
}

function userId(): number | null {
  const session = $session.get()
  return session.step === 'in' ? session.user.id : null
}

/** `randomUUID` is missing where the page comes over plain http from another machine. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
