import { atom } from 'nanostores'
import { $answered } from '#site/features/search/search-store.ts'
import type { Band } from './bands.ts'

/** On a phone: whether the facets are unfolded over the people. */
export const $isSideOpen = atom(false)

/** The weak bands of a long list that the person unfolded. */
export const $unfolded = atom<readonly Band[]>([])

$answered.listen((answered, before) => {
  if (answered?.answer.search_id === before?.answer.search_id) return
  $isSideOpen.set(false)
  $unfolded.set([])
})

export function toggleBand(band: Band): void {
  const unfolded = $unfolded.get()
  $unfolded.set(unfolded.includes(band) ? unfolded.filter(each => each !== band) : [...unfolded, band])
}
