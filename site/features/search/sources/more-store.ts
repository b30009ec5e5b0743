import { atom } from 'nanostores'
import { COPY_FEEDBACK_MS } from '#shared/constants.ts'
import type { MoreAnswer } from '#shared/contracts/search.ts'
import { $search, extendAnswer } from '#site/features/search/search-store.ts'
import { showMore } from '#site/features/search/view-store.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { showToast } from '#site/lib/toast-store.ts'
import { appendRecords } from './append-records.ts'

/** What is being loaded: a source, '' for all of them, null for nothing. */
export const $loading = atom<string | null>(null)

/** A page may bring only what another list has brought already. */
const PAGES_MAX = 20

/**
 * Brings the next records of a source, or of all, into the answer, free of charge. One at a time. Never rejects.
 *
 * @param source Its key; '' for all.
 */
export async function loadMore(source: string): Promise<void> {
  const search = $search.get()
  if (search.step !== 'answered' || $loading.get() !== null) return
  $loading.set(source)
  try {
    const { search_id, completeness } = search.answer
    let { answer } = search
    let cursor = search.cursors?.[source]
    for (let page = 0; page < PAGES_MAX && cursor !== null; page += 1) {
      const body = { search_id, ...(source && { source }), ...(cursor && { cursor }) }
      const further: MoreAnswer = await ask('/api/search/more', { body })
      cursor = further.cursor
      answer = appendRecords(answer, further, source || null)
      if (answer.completeness.shown > completeness.shown) break
    }
    const shownOf = ({ sources_meta }: typeof answer) => sources_meta[source]?.shown ?? 0
    extendAnswer(search, { answer, cursors: { ...search.cursors, [source]: cursor ?? null } })
    if (source) showMore(source, shownOf(answer) - shownOf(search.answer))
  } catch (error) {
    showToast(errorText(error), COPY_FEEDBACK_MS)
  } finally {
    $loading.set(null)
  }
}
