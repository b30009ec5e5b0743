const EMPTY_WORDS = new Set([
  'null',
  'none',
  'undefined',
  'nan',
  'nil',
  'n/a',
  'na',
  'нет',
  'н/д',
  'нд',
  'б/н',
  'не указан',
  'не указана',
  'не указано',
  'не указаны',
  'неизвестно',
  'неизвестен',
  'неизвестна',
  'нет данных',
  'отсутствует',
  'пусто',
  'unknown'
])
const LONGEST_EMPTY_WORD = 11
const FIRST_LETTERS = new Set([...EMPTY_WORDS].flatMap(([first = '']) => [first, first.toUpperCase()]))

/** A word by its first letter: most cells are words, and most of these begin like no empty one. */
function beginsLikeNone(text: string): boolean {
  const code = text.charCodeAt(0)
  const isLetter = (code >= 0x410 && code <= 0x44f) || (code >= 0x41 && code <= 0x7a)
  return isLetter && !FIRST_LETTERS.has(text.charAt(0))
}

/** Anything that is neither a figure nor a sign of a dash, a bracket or a number. */
const LETTER = /[^\d\s\-–—−_.*?+()№/]/
const COUNTING_UP = '12345678901234567890'
const COUNTING_FROM_ZERO = '01234567890123456789'
const COUNTING_DOWN = '98765432109876543210'
const REPEATED_MIN_DIGITS = 5
const COUNTING_MIN_DIGITS = 9

/** True for digits that somebody typed to fill a field: all zeros, one digit repeated, 123456789… */
export function isPlaceholderNumber(digits: string): boolean {
  if (Math.abs(digits.charCodeAt(0) - digits.charCodeAt(1)) > 1) return false
  if (digits === '' || /^0+$/.test(digits)) return true
  if (digits.length >= REPEATED_MIN_DIGITS && digits === digits.charAt(0).repeat(digits.length)) return true
  if (digits.length < COUNTING_MIN_DIGITS) return false
  return [COUNTING_UP, COUNTING_FROM_ZERO, COUNTING_DOWN].some(run => run.startsWith(digits))
}

/** False when the first two figures already begin no number that somebody typed to fill a field. */
function mayBeFiller(text: string): boolean {
  let first = -1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < ZERO || code > NINE) continue
    if (first >= 0) return Math.abs(code - first) <= 1
    first = code
  }
  return true
}
const ZERO = 0x30
const NINE = 0x39

/**
 * True for a text that says nothing: empty, a dash, the specification's words (null, none, undefined, не указан,
 * неизвестно) and their usual company, or a placeholder number. Such a value is never a key and never a link.
 */
export function isPlaceholder(text: string): boolean {
  if (beginsLikeNone(text)) return false
  if (LETTER.test(text)) {
    const plain = text.trim()
    return plain.length <= LONGEST_EMPTY_WORD && EMPTY_WORDS.has(plain.toLowerCase())
  }
  if (!mayBeFiller(text)) return false
  if (/^[\s\-–—−_.*?+()№]*$/.test(text)) return true
  return /[_*?−]/.test(text) ? false : isPlaceholderNumber(text.replace(/\D+/g, ''))
}
