/** The weighted sum of digits from which every Russian check digit is computed. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += (digits.charCodeAt(at) - ZERO) * (weights[at] ?? 0)
  return sum
}

const ZERO = 0x30
const NINE = 0x39

/** True for the character code of an ASCII digit. */
export const isDigit = (code: number): boolean => code >= ZERO && code <= NINE

const SEPARATORS = /[\s.,:;\-‐‑‒–—−()№#/\\]/g
const LONGEST_TEXT = 80

/**
 * Digits of a text that holds one number with its label and separators, or null when it holds anything else.
 * `label` matches the words that may be written around the number.
 */
export function bareDigits(text: string, label: RegExp): string | null {
  if (text.length > LONGEST_TEXT) return null
  const digits = text.normalize('NFKC').toLowerCase().replace(label, ' ').replace(SEPARATORS, '')
  return /^\d+$/.test(digits) ? digits : null
}

/** True for two numbers of one length of which exactly one digit differs. */
export function isOneDigitOff(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let differing = 0
  for (let at = 0; at < one.length && differing < 2; at += 1)
    if (one.charCodeAt(at) !== other.charCodeAt(at)) differing += 1
  return differing === 1
}
