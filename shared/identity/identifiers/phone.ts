import { isPlaceholderNumber } from './placeholder.ts'

const LABEL =
  /(?<![а-яёa-z])(?:мобильный|моб|сотовый|сот|домашний|дом|рабочий|раб|контактный|телефон|тел|т|номер|phone|tel|mobile|mob|whatsapp|telegram)(?![а-яёa-z])\.?:?/g
const EXTENSION = /(?:доб|вн|ext)\.?\s{0,3}\d{1,6}$/
const ALLOWED = /^[\d\s.,:;\-‐‑‒–—−()[\]№#/\\+]+$/
const LONGEST_TEXT = 80
const FOREIGN_MIN_DIGITS = 8
const FOREIGN_MAX_DIGITS = 15
/** A number without + is taken for a foreign one only when it is longer than a Russian one without its code. */
const UNMARKED_MIN_DIGITS = 11

/**
 * Normal form: 11 digits from 7, or all digits of a number of another country (written with +, or longer than a
 * Russian one). Null when the text is no phone or a placeholder. Kazakhstan shares the code 7 and is a phone too.
 */
export function normalizePhone(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null
  const rest = text.normalize('NFKC').toLowerCase().replace(LABEL, ' ').replace(EXTENSION, '').trim()
  if (!ALLOWED.test(rest)) return null
  const digits = rest.replace(/\D+/g, '')
  const national = nationalDigits(digits, rest.startsWith('+') || rest.startsWith('(+'))
  if (national !== null) return isPlaceholderNumber(national) || /^0/.test(national) ? null : `7${national}`
  const foreign = digits.replace(/^00/, '')
  const longEnough = rest.includes('+') ? FOREIGN_MIN_DIGITS : UNMARKED_MIN_DIGITS
  if (foreign.length < longEnough || foreign.length > FOREIGN_MAX_DIGITS) return null
  return isPlaceholderNumber(foreign) || foreign.startsWith('0') ? null : foreign
}

/** Ten digits after the country code 7, or null for a number of another country. */
function nationalDigits(digits: string, plus: boolean): string | null {
  if (digits.length === 10 && !plus) return /^[346789]/.test(digits) ? digits : null
  if (digits.length !== 11) return null
  if (digits.startsWith('7')) return digits.slice(1)
  // No country has a code that begins with 89, and people do write «+8 9…».
  if (digits.startsWith('8') && (!plus || digits.charAt(1) === '9')) return digits.slice(1)
  return null
}

/** A Russian or Kazakh number that a numbering plan can hold, or a number of another country of a possible length. */
export function isValidPhone(normal: string): boolean {
  if (/^7\d{10}$/.test(normal)) return /^7[346789]/.test(normal)
  return /^[1-9]\d{7,14}$/.test(normal)
}

/** «+7 973 204-17-40»; a number of another country is its digits after +. */
export function formatPhone(normal: string): string {
  if (!/^7\d{10}$/.test(normal)) return `+${normal}`
  return `+7 ${normal.slice(1, 4)} ${normal.slice(4, 7)}-${normal.slice(7, 9)}-${normal.slice(9)}`
}

/**
 * Whether the summary shows a phone (`docs/search.md` §4), and a messenger is asked about it: 10 or 11 digits; 11 start
 * with 7; 10 start with 3, 4, 8 or 9; 11 with at most two distinct digits after the 7 are rejected.
 */
export function isPhoneForSummary(digits: string): boolean {
  if (/^[3489]\d{9}$/.test(digits)) return true
  return /^7\d{10}$/.test(digits) && !/^7(\d)\1*(?:(\d)(?:\1|\2)*)?$/.test(digits)
}
