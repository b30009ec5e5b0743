/** The weighted sum of digits that every Russian check number is made of. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += (digits.charCodeAt(at) - ZERO) * (weights[at] ?? 0)
  return sum
}

const ZERO = 0x30
const NINE = 0x39

/** True for the code of a figure. */
export const isDigit = (code: number): boolean => code >= ZERO && code <= NINE

const SEPARATORS = /[\s.,:;\-‐‑‒–—−()№#/\\]/g
/** Figures and separators that need no other care. */
const PLAIN_NUMBER = /^[\d .,:;\-()#/\\]+$/
const LONGEST_TEXT = 80

/**
 * Digits of a text that holds one number with its label and separators, or null when anything else is in it.
 * `label` matches the words that may stand around the number.
 */
export function bareDigits(text: string, label: RegExp): string | null {
  if (text.length > LONGEST_TEXT) return null
  if (/^\d+$/.test(text)) return text
  if (PLAIN_NUMBER.test(text)) return text.replace(/\D+/g, '') || null
  const rest = text.normalize('NFKC').toLowerCase().replace(label, ' ').replace(SEPARATORS, '')
  return /^\d+$/.test(rest) ? rest : null
}
