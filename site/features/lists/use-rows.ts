import { useStore } from '@nanostores/react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { List } from '#shared/contracts/lists/lists.ts'
import { useVirtualRows, type VirtualPiece, type VirtualRows } from '#site/lib/virtual-rows.ts'
import { type ListPlace, rememberPlace } from './place-memory.ts'
import { placeOf } from './row-keys.ts'
import { $filter, $rows, needRows, pageOf, showRows } from './rows-store.ts'

export const ROWS_DRAWN: VirtualRows = { whole: 30, atFirst: 30, rowHeight: 64 }

/** While a list runs its rows are asked for anew this often at most. */
const AGAIN_MS = 3_000

/**
 * Which rows of a list are drawn; asks for those that have not come.
 *
 * @param place Where somebody comes back to.
 */
export function useRows(
  list: List,
  body: RefObject<HTMLElement | null>,
  place: ListPlace | null
): { pieces: VirtualPiece[]; askAgain: () => void } {
  const filter = useStore($filter)
  const { total, at } = useStore($rows)
  const keys = useMemo(() => Array.from({ length: total }, (_, index) => String(index)), [total])
  const target = place?.place ?? null
  const pieces = useVirtualRows(body, keys, key => key === String(target), ROWS_DRAWN)
  const drawn = pieces.flatMap(piece => ('index' in piece ? piece.index : []))

  const drawnPages = useRef([pageOf(target ?? 0)])
  if (drawn.length > 0) drawnPages.current = [...new Set(drawn.map(pageOf))]
  const askAgain = useCallback(() => {
    const isSame = filter === $rows.get().filter || $rows.get().at.size === 0
    void showRows(list.id, filter, isSame ? drawnPages.current : [0])
  }, [list.id, filter])
  // A running list is drawn anew with each event, and its rows are asked for anew every few of them.
  const step = list.state === 'running' ? Math.floor(Date.now() / AGAIN_MS) : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state or step means other rows
  useEffect(askAgain, [askAgain, list.state, step])

  const wanted = [...new Set(drawn.filter(index => !at.has(index)).map(pageOf))].join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came anew lack other pages
  useEffect(() => {
    for (const page of wanted.split(' ')) if (page !== '') void needRows(list.id, Number(page))
  }, [wanted, at, list.id])

  const isTargetHere = target !== null && at.has(target)
  useLayoutEffect(() => {
    if (place && isTargetHere) comeBack(body.current, place)
  }, [place, isTargetHere, body])
  useEffect(() => {
    const leave = () => rememberPlace(list.id, { filter: $filter.get(), ...placeOf(body.current) })
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [list.id, body])
  return { pieces, askAgain }
}

/** Puts the row where it stood, with the focus that it had. */
function comeBack(body: HTMLElement | null, { place, offset, hasFocus }: ListPlace): void {
  const row = body?.querySelector<HTMLElement>(`[data-row="${place}"]`)
  if (!row) return
  scrollTo({ top: scrollY + row.getBoundingClientRect().top - offset, behavior: 'instant' })
  if (hasFocus) row.focus({ preventScroll: true })
}
