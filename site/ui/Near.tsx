import { type ReactNode, useEffect, useRef, useState } from 'react'

interface NearProps {
  /** Draws it wherever it is. */
  isWanted?: boolean
  /** Keeps its place. */
  waiting: ReactNode
  children: ReactNode
}

/** How far below the window something is drawn already. */
const MARGIN = '400px'

/** Draws a part of a long page once it comes near the window, and keeps it from then on. */
export function Near({ isWanted, waiting, children }: NearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  // What was wanted once stays.
  if (isWanted && !isNear) setNear(true)
  const isDrawn = isNear || isWanted
  useEffect(() => {
    if (isDrawn || !place.current) return
    const watch = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: MARGIN }
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isDrawn])
  return isDrawn ? children : <div ref={place}>{waiting}</div>
}
