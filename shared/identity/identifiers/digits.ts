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

/** Whether a text has so many ASCII digits, wherever they stand. */
export function hasDigits(text: string, least: number): boolean {
  let count = 0
  for (let at = 0; at < text.length && count < least; at += 1) if (isDigit(text.charCodeAt(at))) count += 1
  return count === least
}

const SEPARATORS = /[\s.,:;\-‐‑‒–—−()№#/\\]/g
const LONGEST_TEXT = 80
/** No label and no sign of another width. */
const PLAIN_NUMBER = /^[\d .,:;\-()#/\\]*$/

/**
 * Digits of a text that holds one number with its label and separators, or null when it holds anything else.
 * `label` matches the words that may be written around the number.
 */
export function bareDigits(text: string, label: RegExp): string | null {
  if (text.length > LONGEST_TEXT) return null
  const number = PLAIN_NUMBER.test(text) ? text : text.normalize('NFKC').toLowerCase().replace(label, ' ')
  const digits = number.replace(SEPARATORS, '')
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

const OTHER_DIGIT = /(?![0-9])\p{Nd}/u
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu
const DIGIT = /^\p{Nd}$/u
const HIGHEST = 9

/** Decimal digits of any script as 0 to 9: Arabic, Devanagari, full-width ones. Other texts come back as they are. */
export function asciiDigits(text: string): string {
  return OTHER_DIGIT.test(text) ? text.replace(OTHER_DIGITS, digit => String(digitValue(digit))) : text
}

/** The digits of a script follow each other from zero; several sets of them may follow each other too. */
function digitValue(digit: string): number {
  const usual = digit.normalize('NFKC')
  const code = usual.codePointAt(0) ?? 0
  if (isDigit(code)) return code - ZERO
  let value = 0
  while (value < HIGHEST && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}
