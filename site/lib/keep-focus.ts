import { focusQuietly } from './focus-page.ts'

/**
 * Keeps the focus on the page: where what held it goes away, the nearest heading that is left takes it, so that a
 * keyboard goes on from there and not from the top. Whoever clicked beside everything meant it so. @returns how to stop.
 */
export function keepFocus(): () => void {
  /** What holds the focus, and all that is around it. */
  let path: Element[] = []
  const isLost = () => document.activeElement === document.body && path[0]?.isConnected === false
  const onFocus = ({ target }: FocusEvent) => {
    path = []
    for (let part = target as Element | null; part; part = part.parentElement) path.push(part)
  }
  const onBlur = () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && path[0]?.isConnected) path = []
    })
  const watch = new MutationObserver(() => {
    // A frame later, so that a part which moves the focus by itself comes first.
    if (isLost()) requestAnimationFrame(() => isLost() && focusHeading(path))
  })
  watch.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', onFocus)
  addEventListener('focusout', onBlur)
  return () => {
    watch.disconnect()
    removeEventListener('focusin', onFocus)
    removeEventListener('focusout', onBlur)
  }
}

/**
 * Gives the focus to the first heading of the innermost of `parts` that is on the page and has one.
 *
 * @param isQuiet Nobody pressed anything for it: no ring is drawn.
 */
export function focusHeading(parts: readonly Element[], isQuiet = false): void {
  for (const part of parts) {
    const heading = part.isConnected && part.querySelector<HTMLElement>('h1, h2, h3')
    if (!heading) continue
    if (isQuiet) focusQuietly(heading)
    else {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    return
  }
}
