import { isDigit } from '#shared/identity/identifiers/digits.ts'
import { composeText } from './compose.ts'

/** Removes what two copies of a record may differ in: case, spacing, encoding of accents. */
export const normalizeText = (text: string): string =>
  composeText(text.toLowerCase()).replace(/\s+/g, ' ').trim()

/** 32-bit hash of the digits of a text, whatever its format; 0 without digits. */
export const digitHash = (text: string): number => {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) hash = (Math.imul(hash, 31) + code) | 0
  }
  return hash
}
