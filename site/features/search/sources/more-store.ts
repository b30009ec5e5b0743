import { atom } from 'nanostores'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { Shown } from '#site/features/search/results-storage.ts'
import { $answered, $search, type Answered } from '#site/features/search/search-store.ts'
import { showMore } from '#site/features/search/view-store.ts'
import { errorText } from '#site/lib/ask.ts'
import { tell } from '#site/lib/toast-store.ts'
import { extendAnswer } from './extend-answer.ts'
import { withNext } from './next-records.ts'

interface Wanted {
  searchId: string
  /** Key; '' for all. */
  source: string
}

/** Of which the next records are wanted: they are being loaded, or wait for their turn. */
export const $wanted = atom<readonly Wanted[]>([])

/**
 * Brings the next records of a source, or of all, into the answer, free of charge. One is brought after the other, those
 * of an answer that is gone are not. Never rejects.
 *
 * @param source Its key; '' for all.
 */
export async function loadMore(source: string): Promise<void> {
  // While another search runs its answer cannot be changed.
  const searchId = $search.get().step === 'searching' ? undefined : $answered.get()?.answer.search_id
  const isWanted = $wanted.get().some(one => one.searchId === searchId && one.source === source)
  if (searchId === undefined || isWanted) return
  const wanted = { searchId, source }
  $wanted.set([...$wanted.get(), wanted])
  try {
    await extendAnswer(searchId, before => bringNext(before, source))
  } catch (error) {
    tell(errorText(error))
  }
  $wanted.set($wanted.get().filter(one => one !== wanted))
}

/** Brings all that a search can show, page by page, while each brings something. Never rejects. */
export async function loadAll(): Promise<void> {
  const shownOf = () => $answered.get()?.answer.completeness
  const searchId = $answered.get()?.answer.search_id
  for (let before = -1; shownOf()?.more && (shownOf()?.shown ?? 0) > before; ) {
    if ($answered.get()?.answer.search_id !== searchId) return
    before = shownOf()?.shown ?? 0
    await loadMore('')
  }
}

async function bringNext(before: Answered, source: string): Promise<Shown> {
  const shownOf = ({ sources_meta }: SearchAnswer) => sources_meta[source]?.shown ?? 0
  const further = await withNext(before, source)
  if (source) showMore(source, shownOf(further.answer) - shownOf(before.answer))
  return further
}
