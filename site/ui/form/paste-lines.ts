import type { ClipboardEvent } from 'react'

/** A word that ends at a place, and one that begins there: digits may go on, since a number is pasted in parts too. */
const isGlued = (before: string, after: string): boolean =>
  /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after) && !(/\d$/.test(before) && /^\d/.test(after))

/** What is pasted between two texts, as one line whose words stay apart from those beside it. */
export function pastedLine(before: string, pasted: string, after: string): string {
  const line = pasted
    .trim()
    .split(/\s*[\r\n]\s*/)
    .join('; ')
  return `${isGlued(before, line) ? ' ' : ''}${line}${isGlued(line, after) ? ' ' : ''}`
}

/**
 * Keeps pasted lines apart in a field of one line, which would write them one behind the other, as one person, and pasted
 * words from what the field has already. The field hears of it as if they had been typed.
 */
export function pasteLines(event: ClipboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget
  const pasted = event.clipboardData.getData('text')
  const { value, selectionStart, selectionEnd } = field
  const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length]
  const line = pastedLine(value.slice(0, from), pasted, value.slice(to))
  if (line === pasted) return
  event.preventDefault()
  field.setRangeText(line, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
