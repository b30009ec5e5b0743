import { atom } from 'nanostores'
import type { IndexView } from '#shared/contracts/admin/indices.ts'
import { passportEnd } from './index-words.ts'

export type IndexOrder = 'title' | 'records' | 'passport'

interface Sort {
  /** The order of the answer until somebody chooses. */
  by: IndexOrder | null
  down: boolean
}

/** Of both lists. */
export const $indexSort = atom<Sort>({ by: null, down: false })

/** By a column; by the same one again the other way round. Most records come first, and what ends soonest. */
export function sortIndices(by: IndexOrder): void {
  const current = $indexSort.get()
  $indexSort.set({ by, down: current.by === by ? !current.down : by === 'records' })
}

/** A passport without an end stands behind all that have one, and one that does not hold before them. */
const endOf = ({ passport }: IndexView) => (passport.gaps.length > 0 ? '' : (passportEnd(passport) ?? '9999'))

const COMPARE: Record<IndexOrder, (a: IndexView, b: IndexView) => number> = {
  title: (a, b) => a.title.localeCompare(b.title, 'ru'),
  records: (a, b) => a.records - b.records,
  passport: (a, b) => (endOf(a) < endOf(b) ? -1 : endOf(a) > endOf(b) ? 1 : 0)
}

export const inOrder = (rows: readonly IndexView[], { by, down }: Sort): readonly IndexView[] =>
  by === null ? rows : rows.toSorted((a, b) => (down ? -1 : 1) * COMPARE[by](a, b))
