import { atom } from 'nanostores'
import { $answered, $search, type Answered, changeAnswer } from '#site/features/search/search-store.ts'
import { showMore } from '#site/features/search/view-store.ts'
import { errorText } from '#site/lib/ask.ts'
import { tell } from '#site/lib/toast-store.ts'
import { withNext } from './next-records.ts'

interface Wanted {
  searchId: string
  /** Key; '' for all. */
  source: string
}

/** Of which the next records are wanted: the first is being loaded, the others wait for their turn. */
export const $wanted = atom<readonly Wanted[]>([])

/**
 * Brings the next records of a source, or of all, into the answer, free of charge. One is brought after the other, those
 * of an answer that is gone are not. Resolves as all are there, or at once where others are before it; never rejects.
 *
 * @param source Its key; '' for all.
 */
export async function loadMore(source: string): Promise<void> {
  const searchId = shownSearch()?.answer.search_id
  const wanted = $wanted.get()
  if (searchId === undefined || wanted.some(one => one.searchId === searchId && one.source === source)) return
  $wanted.set([...wanted, { searchId, source }])
  if (wanted.length > 0) return
  for (let [next] = $wanted.get(); next; [next] = $wanted.get()) {
    const search = shownSearch()
    if (search?.answer.search_id === next.searchId) await bringNext(search, next.source)
    $wanted.set($wanted.get().slice(1))
  }
}

/** The answer on the screen, unless another one is on its way. */
const shownSearch = (): Answered | null => ($search.get().step === 'searching' ? null : $answered.get())

async function bringNext(search: Answered, source: string): Promise<void> {
  try {
    const shownOf = ({ sources_meta }: Answered['answer']) => sources_meta[source]?.shown ?? 0
    const further = await withNext(search, source)
    changeAnswer(search, further)
    if (source) showMore(source, shownOf(further.answer) - shownOf(search.answer))
  } catch (error) {
    tell(errorText(error))
  }
}
