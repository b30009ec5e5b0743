/** The weighted sum of digits from which every Russian check digit is computed. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += (digits.charCodeAt(at) - ZERO) * (weights[at] ?? 0)
  return sum
}

const ZERO = 0x30
const NINE = 0x39

export const isDigit = (code: number): boolean => code >= ZERO && code <= NINE

export function hasDigits(text: string, least: number): boolean {
  let count = 0
  for (let at = 0; at < text.length && count < least; at += 1) if (isDigit(text.charCodeAt(at))) count += 1
  return count === least
}

const SEPARATORS = /[\s.,:;\-‐‑‒–—−()№#/\\]/g
const LONGEST_TEXT = 80
/** Excludes labels and full-width signs. */
const PLAIN_NUMBER = /^[\d .,:;\-()#/\\]*$/

/** Digits of a text that is one number with separators and words matching `label`; null for any other text. */
export function bareDigits(text: string, label: RegExp): string | null {
  if (text.length > LONGEST_TEXT) return null
  const number = PLAIN_NUMBER.test(text) ? text : text.normalize('NFKC').toLowerCase().replace(label, ' ')
  const digits = number.replace(SEPARATORS, '')
  return /^\d+$/.test(digits) ? digits : null
}

/** Whether two numbers of one length differ in exactly one digit. */
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

/** Replaces decimal digits of any script by 0–9. */
export function asciiDigits(text: string): string {
  return OTHER_DIGIT.test(text) ? text.replace(OTHER_DIGITS, digit => String(digitValue(digit))) : text
}

/** Unicode places the ten digits of a script in a row from zero. */
function digitValue(digit: string): number {
  const usual = digit.normalize('NFKC')
  const code = usual.codePointAt(0) ?? 0
  if (isDigit(code)) return code - ZERO
  let value = 0
  while (value < HIGHEST && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}
