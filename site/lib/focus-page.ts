/** Gives the focus of a page that has just come, and has none, to its heading. */
export function focusPage(): void {
  if (document.activeElement !== document.body) return
  const headings = [...document.querySelectorAll('h1')]
  focusQuietly(headings.find(heading => heading.checkVisibility()))
}

/** Gives the focus to a heading that nobody pressed anything for: no ring is drawn. */
export function focusQuietly(heading: HTMLElement | undefined): void {
  if (!heading) return
  heading.tabIndex = -1
  heading.dataset.quiet = ''
  heading.addEventListener('blur', () => heading.removeAttribute('data-quiet'), { once: true })
  heading.focus({ preventScroll: true })
}
