import { type RefObject, useEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Shorter lists are drawn whole. */
const WHOLE_LIST = 60
/** Of a long list at first: about what a window shows. The others come with the next frame. */
const AT_FIRST = 8
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
 * @param body What holds the rows: each of them carries its key as `data-row`.
 * @param isKept Rows that stay wherever they are: the focused and the marked ones.
 */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  keys: readonly string[],
  isKept: (key: string) => boolean
): VirtualRows {
  const isLong = keys.length > WHOLE_LIST
  const heights = useRef(new Map<string, number>()).current
  const [range, setRange] = useReducer(nextRange, { from: 0, to: AT_FIRST })

  // Told once: an average that moved with every row would move the rows, and those the average again.
  const average = useRef(0)
  if (average.current === 0 && heights.size > 0)
    average.current = [...heights.values()].reduce((sum, height) => sum + height, 0) / heights.size
  const heightOfRow = (key: string) => heights.get(key) ?? (average.current || ROW_HEIGHT)

  const look = () => {
    const top = body.current?.getBoundingClientRect().top
    if (top === undefined) return
    // Far below the list none of its rows is near.
    let [y, from, to] = [top, keys.length, 0]
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

  useEffect(() => {
    if (!isLong) return
    let frame = 0
    const onMove = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => latest.current())
    }
    const onPrint = () => flushSync(() => setRange({ from: 0, to: Number.MAX_SAFE_INTEGER }))
    const onResize = () => {
      heights.clear()
      average.current = 0
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

  // The browser tells heights when it has laid the rows out: to ask for one makes it lay out the whole page at once.
  useEffect(() => {
    if (!isLong || !body.current) return
    const rows = new ResizeObserver(entries => {
      for (const { target } of entries)
        if (target instanceof HTMLElement && target.isConnected)
          heights.set(target.dataset.row ?? '', target.offsetHeight)
    })
    for (const row of body.current.querySelectorAll('[data-row]')) rows.observe(row)
    return () => rows.disconnect()
  })

  return {
    isDrawn: index => !isLong || (index >= range.from && index <= range.to) || isKept(keys[index] ?? ''),
    heightOf: (from, to) => keys.slice(from, to + 1).reduce((sum, key) => sum + heightOfRow(key), 0)
  }
}

interface Range {
  from: number
  to: number
}

/** The same range again draws nothing anew. */
const nextRange = (before: Range, now: Range): Range =>
  before.from === now.from && before.to === now.to ? before : now
