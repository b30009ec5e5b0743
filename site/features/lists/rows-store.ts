import { atom } from 'nanostores'
import { LIST_ROWS_SHOWN } from '#shared/constants.ts'
import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { EVERY_ROW, fetchRows, type RowsFilter } from './list-calls.ts'

/** The rows of a list that have come, by their place within the filter that they came by. */
export interface Rows {
  filter: RowsFilter
  total: number
  /** When they were read, in milliseconds of the epoch. */
  readAt: number
  at: ReadonlyMap<number, ListRow>
}

/** Which rows are asked for, in which order; those of before are shown until they have come. */
export const $filter = atom<RowsFilter>(EVERY_ROW)

export const $rows = atom<Rows>({ filter: EVERY_ROW, total: 0, readAt: 0, at: new Map() })

/** Why rows that were asked for are not here; empty where all came. */
export const $failure = atom('')

/** Pages of the rows that are shown which were asked for. */
let askedPages = new Set<number>()
let lastCall = 0
let shownCall = 0

export const pageOf = (place: number): number => place - (place % LIST_ROWS_SHOWN)

/** Asks for rows by the filter anew; what is shown stays until they have come. The last call wins. */
export async function showRows(
  id: string,
  filter: RowsFilter,
  pages: readonly number[] = [0]
): Promise<void> {
  lastCall += 1
  const call = lastCall
  const readAt = Date.now()
  try {
    const judgedBefore = judged.length
    const answers = await Promise.all(pages.map(page => fetchRows(id, filter, page)))
    if (call !== lastCall) return
    shownCall = call
    askedPages = new Set(pages)
    const rows = answers.flatMap((answer, at) =>
      placed(judgedSince(judgedBefore, answer.rows), pages[at] ?? 0)
    )
    $rows.set({ filter, total: answers[0]?.total ?? 0, readAt, at: new Map(rows) })
    $failure.set('')
  } catch (error) {
    if (call === lastCall) $failure.set(errorText(error))
  }
}

/** Asks for a page of the rows that are shown, unless it was asked for. */
export async function needRows(id: string, page: number): Promise<void> {
  if (askedPages.has(page)) return
  askedPages.add(page)
  const call = shownCall
  try {
    const judgedBefore = judged.length
    const { rows } = await fetchRows(id, $rows.get().filter, page)
    if (call !== shownCall) return
    const shown = $rows.get()
    const now = placed(judgedSince(judgedBefore, rows), page)
    $rows.set({ ...shown, at: new Map([...shown.at, ...now]) })
  } catch (error) {
    if (call !== shownCall) return
    askedPages.delete(page)
    $failure.set(errorText(error))
  }
}

/** Shows all rows of the filter, as they were read in one call. */
export function showEveryRow(filter: RowsFilter, rows: readonly ListRow[]): void {
  lastCall += 1
  shownCall = lastCall
  askedPages = new Set(rows.map((_, place) => pageOf(place)))
  $rows.set({ filter, total: rows.length, readAt: Date.now(), at: new Map(placed(rows, 0)) })
}

const placed = (rows: readonly ListRow[], from: number): [number, ListRow][] =>
  rows.map((row, index) => [from + index, row])

type Judgement = Pick<ListRow, 'n' | 'verdict' | 'note' | 'verdict_at'>

/** What was concluded on this page, the latest last. */
const judged: Judgement[] = []

/** A row as it is after another verdict; rows that repeat it show that verdict too. */
export function changeRow(row: ListRow): void {
  judged.push(row)
  const shown = $rows.get()
  const change = (each: ListRow) => (each.n === row.n ? row : withJudgement(each, row))
  $rows.set({ ...shown, at: new Map([...shown.at].map(([place, each]) => [place, change(each)])) })
}

/** Rows that were asked for before something was concluded of them. */
const judgedSince = (before: number, rows: readonly ListRow[]): ListRow[] =>
  rows.map(row => judged.slice(before).reduce(withJudgement, row))

const withJudgement = (row: ListRow, { n, verdict, note, verdict_at }: Judgement): ListRow =>
  (row.repeat_of ?? row.n) === n ? { ...row, verdict, note, verdict_at } : row
