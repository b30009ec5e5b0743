import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Shorter lists are drawn whole. */
const WHOLE_LIST = 60
/** Drawn above and below what is seen, in pixels. */
const BEYOND = 700
/** Of a row before any was drawn. */
const ROW_HEIGHT = 64

export interface VirtualRows {
  /** Whether the row is drawn. */
  isDrawn(index: number): boolean
  /** Height that the rows from one to another, both included, are thought to take. */
  heightOf(from: number, to: number): number
}

/**
 * Draws of a long list the rows near the screen alone. Heights of rows that were drawn are remembered, the others are
 * taken for the average of the first; before the page is printed all are drawn.
 *
 * @param body What holds the rows: each of them carries its index as `data-row`.
 * @param isKept Rows that stay wherever they are: the focused and the marked ones.
 */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  keys: readonly string[],
  isKept: (key: string) => boolean
): VirtualRows {
  const isLong = keys.length > WHOLE_LIST
  const heights = useRef(new Map<string, number>())
  const [range, setRange] = useReducer(nextRange, { from: 0, to: WHOLE_LIST / 2 })

  useLayoutEffect(() => {
    if (!isLong) return
    for (const row of body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])
      heights.current.set(row.dataset.row ?? '', row.offsetHeight)
  })

  // Told once: an average that moved with every row would move the rows, and those the average again.
  const average = useRef(0)
  if (average.current === 0 && heights.current.size > 0)
    average.current =
      [...heights.current.values()].reduce((sum, height) => sum + height, 0) / heights.current.size
  const estimate = average.current || ROW_HEIGHT
  const heightOf = (from: number, to: number) =>
    keys.slice(from, to + 1).reduce((sum, key) => sum + (heights.current.get(key) ?? estimate), 0)

  const look = () => {
    const top = body.current?.getBoundingClientRect().top
    if (top === undefined) return
    let [y, from, to] = [top, -1, 0]
    for (const [index, key] of keys.entries()) {
      const height = heights.current.get(key) ?? estimate
      if (from < 0 && y + height > -BEYOND) from = index
      if (y < innerHeight + BEYOND) to = index
      y += height
    }
    setRange({ from: Math.max(0, from), to })
  }
  const latest = useRef(look)
  latest.current = look

  useEffect(() => {
    if (!isLong) return
    let frame = 0
    const onMove = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => latest.current())
    }
    const onPrint = () => flushSync(() => setRange({ from: 0, to: Number.MAX_SAFE_INTEGER }))
    latest.current()
    addEventListener('scroll', onMove, { passive: true })
    const onResize = () => {
      heights.current.clear()
      average.current = 0
      onMove()
    }
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
  }, [isLong])

  return {
    isDrawn: index => !isLong || (index >= range.from && index <= range.to) || isKept(keys[index] ?? ''),
    heightOf
  }
}

interface Range {
  from: number
  to: number
}

/** The same range again draws nothing anew. */
const nextRange = (before: Range, now: Range): Range =>
  before.from === now.from && before.to === now.to ? before : now
