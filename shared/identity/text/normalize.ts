import { isDigit } from '#shared/identity/identifiers/digits.ts'
import { composeText } from './compose.ts'
import { isPlainText } from './sanitize.ts'

/** White space that is more than one space. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

/** A text without what two copies of a row may differ in: letter case, spacing, the writing of accents. */
export const normalizeText = (text: string): string =>
  (isPlainText(text) ? text : composeText(text)).toLowerCase().replace(UNEVEN_SPACE, ' ').trim()

/** The figures of a text as one number, the same in every writing of the text; 0 without figures. */
export const digitHash = (text: string): number => {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) hash = (Math.imul(hash, 31) + code) | 0
  }
  return hash
}
