/**
 * Runs in the page: keys of what its texts stand in, the element of each kept in `window.colourings`. Two texts have one
 * key when tags, classes, colours and backgrounds up to the root are the same, and so are size and weight. Texts that
 * axe never judges have none, else each page, which has a link clipped away, would be looked at in vain.
 */
export function colouringsIn(): string[] {
  const grounds = new Map<Element, string>()
  const clipped = new Set<Element>()
  const groundOf = (element: Element): string => {
    const ready = grounds.get(element)
    if (ready !== undefined) return ready
    const { backgroundColor, backgroundImage, opacity, filter, position, clipPath } =
      getComputedStyle(element)
    const above = element.parentElement ? groundOf(element.parentElement) : ''
    const own = [element.localName, element.getAttribute('class'), backgroundColor, backgroundImage]
    if (clipPath === 'inset(50%)' || (element.parentElement && clipped.has(element.parentElement)))
      clipped.add(element)
    const ground = hash([above, ...own, opacity, filter, position].join('|'))
    grounds.set(element, ground)
    return ground
  }
  /** 53 bits, so that keys of long paths are short. */
  const hash = (text: string): string => {
    let [low, high] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      low = Math.imul(low ^ code, 2_654_435_761)
      high = Math.imul(high ^ code, 1_597_334_677)
    }
    low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
    high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
    return (4_294_967_296 * (2_097_151 & high) + (low >>> 0)).toString(36)
  }
  const FIELDS = 'input:not([type=checkbox], [type=radio]), select, textarea'
  const UNJUDGED = ':disabled, [aria-disabled=true], [aria-hidden=true], [inert]'
  /** Of one sign alone axe does not say whether it is a text. */
  const isText = (element: Element) =>
    element.matches(FIELDS) ||
    [...element.childNodes].some(node => node instanceof Text && !/^\s*.?\s*$/u.test(node.data))
  const isJudged = (element: Element) =>
    element.closest(UNJUDGED) === null && !element.closest('label')?.control?.matches(UNJUDGED)

  const colourings = new Map<string, Element>()
  for (const element of document.body.querySelectorAll('*')) {
    if (!isText(element) || !isJudged(element) || !element.checkVisibility({ visibilityProperty: true }))
      continue
    const ground = groundOf(element)
    if (clipped.has(element)) continue
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const { color: faint } = getComputedStyle(element, '::placeholder')
    const text = [ground, color, faint, fontSize, fontWeight, textShadow, element.getAttribute('type')]
    const key = hash(text.join('|'))
    if (!colourings.has(key)) colourings.set(key, element)
  }
  Object.assign(window, { colourings })
  return [...colourings.keys()]
}
