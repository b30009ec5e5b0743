import { atom } from 'nanostores'
import { LIST_ROWS_SHOWN } from '#shared/constants.ts'
import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { tell } from '#site/lib/toast-store.ts'
import { EVERY_ROW, fetchRows, type RowsFilter } from './list-calls.ts'

/** The rows of a list that were asked for, by their place within the filter. */
export interface Rows {
  total: number
  at: ReadonlyMap<number, ListRow>
}

/** Which rows are shown, in which order. */
export const $filter = atom<RowsFilter>(EVERY_ROW)

export const $rows = atom<Rows>({ total: 0, at: new Map() })

let askedPages = new Set<number>()
let question = ''

/** Begins anew; what is shown stays until the first rows have come. */
export async function showRows(id: string, filter: RowsFilter): Promise<void> {
  question = JSON.stringify([id, filter, performance.now()])
  askedPages = new Set()
  await needRows(id, filter, 0, true)
}

/** Asks for the page of a place, unless it was asked for. */
export async function needRows(
  id: string,
  filter: RowsFilter,
  place: number,
  isFirst = false
): Promise<void> {
  const from = place - (place % LIST_ROWS_SHOWN)
  if (askedPages.has(from)) return
  askedPages.add(from)
  const ofQuestion = question
  try {
    const { rows, total } = await fetchRows(id, filter, from)
    if (ofQuestion !== question) return
    const at = new Map(isFirst ? [] : $rows.get().at)
    for (const [index, row] of rows.entries()) at.set(from + index, row)
    $rows.set({ total, at })
  } catch (error) {
    if (ofQuestion === question) askedPages.delete(from)
    tell(errorText(error))
  }
}

/** Another state of a row that is shown, which keeps whom it shows. */
export function changeRow(row: ListRow): void {
  const { total, at } = $rows.get()
  const next = new Map(at)
  for (const [place, shown] of at) if (shown.n === row.n) next.set(place, { ...row, best: shown.best })
  $rows.set({ total, at: next })
}
