import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** A row that is drawn, or the space of those that are not. */
export type VirtualPiece = { index: number } | { gapFrom: number; height: number }

export interface VirtualRows {
  /** Longer lists are drawn in part. */
  whole: number
  /** So many of a longer one are drawn at first, as many as a window may show. The others come with the next frame. */
  atFirst: number
  /** Pixels of a row, as long as none was drawn. */
  rowHeight: number
}

/** Drawn above and below what is seen, in pixels. */
const BEYOND = 700
/** A gap that comes so near is filled. */
const NEAR = '350px'

/**
 * Draws of a long list the rows near the screen alone. Heights of rows that were drawn are remembered, the others are
 * taken for the average of the first; before the page is printed all are drawn. The row that had the focus last
 * stays.
 *
 * @param body What holds the rows: each of them carries its key as `data-row`, and each gap a `data-gap`.
 * @param isKept Other rows that stay wherever they are.
 * @returns The list from its first row to its last.
 */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  keys: readonly string[],
  isKept: (key: string) => boolean,
  { whole, atFirst, rowHeight }: VirtualRows
): VirtualPiece[] {
  const isLong = keys.length > whole
  const heights = useRef(new Map<string, number>()).current
  const [range, setRange] = useReducer(nextRange, { from: 0, to: atFirst - 1 })

  // Told once: an average that moved with every row would move the rows, and those the average again. Rows of another
  // width are nearer to it than to the first guess.
  const average = useRef(0)
  if (average.current === 0 && heights.size > 0)
    average.current = [...heights.values()].reduce((sum, height) => sum + height, 0) / heights.size
  const heightOfRow = (key: string) => heights.get(key) ?? (average.current || rowHeight)

  const look = () => {
    const top = body.current?.getBoundingClientRect().top
    if (top === undefined) return
    let [y, from, to] = [top, keys.length, -1]
    for (const [index, key] of keys.entries()) {
      const height = heightOfRow(key)
      if (from === keys.length && y + height > -BEYOND) from = index
      if (y < innerHeight + BEYOND) to = index
      y += height
    }
    setRange({ from, to })
  }
  const latest = useRef(look)
  latest.current = look

  const [focused, setFocused] = useState<string>()
  // Before the effects of rows, which may take the focus in the very commit that draws them.
  useLayoutEffect(() => {
    const element = body.current
    if (!isLong || !element) return
    const onFocus = ({ target }: FocusEvent) =>
      setFocused((target as Element).closest<HTMLElement>('[data-row]')?.dataset.row)
    element.addEventListener('focusin', onFocus)
    return () => element.removeEventListener('focusin', onFocus)
  }, [isLong, body])
  useEffect(() => {
    if (!isLong) return
    let frame = 0
    const onMove = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => latest.current())
    }
    const onPrint = () => flushSync(() => setRange({ from: 0, to: Number.MAX_SAFE_INTEGER }))
    let width = innerWidth
    const onResize = () => {
      // A phone that folds its address bar in the midst of scrolling changes no row.
      if (innerWidth !== width) heights.clear()
      width = innerWidth
      onMove()
    }
    onMove()
    addEventListener('scroll', onMove, { passive: true })
    addEventListener('resize', onResize)
    addEventListener('beforeprint', onPrint)
    addEventListener('afterprint', onMove)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onMove)
      removeEventListener('resize', onResize)
      removeEventListener('beforeprint', onPrint)
      removeEventListener('afterprint', onMove)
    }
  }, [isLong, heights])

  // The browser tells heights when it has laid the rows out: to ask for one makes it lay out the whole page at once. A gap
  // comes near without scrolling where what stands above it becomes less.
  useEffect(() => {
    const element = body.current
    if (!isLong || !element) return
    const rows = new ResizeObserver(entries => {
      for (const { target } of entries)
        if (target instanceof HTMLElement && target.isConnected)
          heights.set(target.dataset.row ?? '', target.offsetHeight)
    })
    for (const row of element.querySelectorAll('[data-row]')) rows.observe(row)
    const gaps = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { rootMargin: NEAR }
    )
    for (const gap of element.querySelectorAll('[data-gap]')) gaps.observe(gap)
    return () => {
      rows.disconnect()
      gaps.disconnect()
    }
  })

  const pieces: VirtualPiece[] = []
  for (const [index, key] of keys.entries()) {
    const gap = pieces.at(-1)
    if (!isLong || (index >= range.from && index <= range.to) || key === focused || isKept(key))
      pieces.push({ index })
    else if (gap && 'height' in gap) gap.height += heightOfRow(key)
    else pieces.push({ gapFrom: index, height: heightOfRow(key) })
  }
  return pieces
}

interface Range {
  from: number
  to: number
}

/** The same range again draws nothing anew. */
const nextRange = (before: Range, now: Range): Range =>
  before.from === now.from && before.to === now.to ? before : now
