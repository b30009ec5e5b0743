import { atom } from 'nanostores'
import { COPY_FEEDBACK_MS } from '#shared/constants.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { $search, extendAnswer } from '#site/features/search/search-store.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { showToast } from '#site/lib/toast-store.ts'

/** Whether the sources are being asked again. */
export const $isAsking = atom(false)

/** Asks for the same search again, for nothing: a source that did not answer may do now. Never rejects. */
export async function askAgain(): Promise<void> {
  const search = $search.get()
  if (search.step !== 'answered' || $isAsking.get()) return
  $isAsking.set(true)
  try {
    const body = { search_id: search.answer.search_id }
    const answer = await ask<SearchAnswer>('/api/search/perform', { body })
    const { failed_sources } = answer
    extendAnswer(search, { answer, cursors: {} })
    if (failed_sources.length > 0) showToast('Источник снова не ответил', COPY_FEEDBACK_MS)
  } catch (error) {
    showToast(errorText(error), COPY_FEEDBACK_MS)
  } finally {
    $isAsking.set(false)
  }
}
