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
const COUNTING_UP = '12345678901234567890'
const COUNTING_FROM_ZERO = '01234567890123456789'
const COUNTING_DOWN = '98765432109876543210'
const REPEATED_MIN_DIGITS = 5
const COUNTING_MIN_DIGITS = 9

/** True for digits that somebody typed to fill a field: all zeros, one digit repeated, 123456789… */
export function isPlaceholderNumber(digits: string): boolean {
  if (digits === '' || /^0+$/.test(digits)) return true
  if (digits.length >= REPEATED_MIN_DIGITS && digits === digits.charAt(0).repeat(digits.length)) return true
  if (digits.length < COUNTING_MIN_DIGITS) return false
  return [COUNTING_UP, COUNTING_FROM_ZERO, COUNTING_DOWN].some(run => run.startsWith(digits))
}

/**
 * True for a text that says nothing: empty, a dash, the specification's words (null, none, undefined, не указан,
 * неизвестно) and their usual company, or a placeholder number. Such a value is never a key and never a link.
 */
export function isPlaceholder(text: string): boolean {
  const plain = text.trim().toLowerCase()
  if (/^[\s\-–—−_.*?+()№]*$/.test(plain) || EMPTY_WORDS.has(plain)) return true
  if (/[^\d\s\-–—+().№/]/.test(plain)) return false
  return isPlaceholderNumber(plain.replace(/\D/g, ''))
}
