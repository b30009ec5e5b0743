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

/** Letters that are typed, or read from a scan, for a digit. */
const LIKE_DIGIT: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'ОоOo', 1: 'lIІі', 3: 'Зз', 6: 'б' }).flatMap(([digit, letters]) =>
    [...letters].map((letter): [string, string] => [letter, digit])
  )
)
const LIKE = [...LIKE_DIGIT.keys()].join('')
const MAY_HOLD = new RegExp(`\\d[ ()./-]{0,3}[${LIKE}]|[${LIKE}][ ()./-]{0,3}\\d`)
/** A word of digits and such letters alone. */
const MIXED = new RegExp(`(?<![\\p{L}\\p{N}])(?=[${LIKE}]*\\d)[\\d${LIKE}]+(?![\\p{L}\\p{N}])`, 'gu')
/** «6I7-OO-O6»: such letters as a group of a number. */
const GROUP = new RegExp(
  `(?<=\\d[ ()./-]{1,3})[${LIKE}]{1,3}(?=[ ()./-]{1,3}\\d)|(?<=\\d-)[${LIKE}]{2}(?![\\p{L}\\p{N}-])`,
  'gu'
)
const ANY_LIKE = new RegExp(`[${LIKE}]`, 'g')
const asDigits = (letters: string): string =>
  letters.replace(ANY_LIKE, letter => LIKE_DIGIT.get(letter) ?? letter)

/** A text of the same length with digits for the letters that may stand for them in numbers; itself where none does. */
export const withDigits = (text: string): string =>
  MAY_HOLD.test(text) ? text.replace(MIXED, asDigits).replace(GROUP, asDigits) : text
