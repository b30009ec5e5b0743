import { bareDigits } from './digits.ts'
import { isPlaceholderNumber } from './placeholder.ts'

const LABEL = /(?<![а-яёa-z])(?:огрнип|огрн|ogrnip|ogrn)(?![а-яёa-z])/g

/** Normal form: 13 digits (OGRN) or 15 (OGRNIP). */
export function normalizeOgrn(text: string): string | null {
  const digits = bareDigits(text, LABEL)
  if (digits === null || (digits.length !== 13 && digits.length !== 15)) return null
  return isPlaceholderNumber(digits) ? null : digits
}

/** Order of the Finance Ministry 165n: all digits but the last modulo 11 (OGRN) or 13 (OGRNIP), modulo 10. */
export function isValidOgrn(normal: string): boolean {
  if (!/^(?:\d{13}|\d{15})$/.test(normal) || normal.startsWith('0')) return false
  const divisor = normal.length === 13 ? 11 : 13
  return (Number(normal.slice(0, -1)) % divisor) % 10 === Number(normal.slice(-1))
}

/** An OGRN is shown as its digits. */
export function formatOgrn(normal: string): string {
  return normal
}
