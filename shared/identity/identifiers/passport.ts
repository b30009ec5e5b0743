import { bareDigits } from './digits.ts'
import { isPlaceholderNumber } from './placeholder.ts'

const LABEL =
  /(?<![а-яёa-z])(?:паспорт[а-яё]{0,3}|пасп|п-т|passport|гражданина|рф|россии|серия|серии|сер|номер|ном|н|no|n)(?![а-яёa-z])/g

/** Normal form of a Russian internal passport: 10 digits, series and number. */
export function normalizePassport(text: string): string | null {
  const digits = bareDigits(text, LABEL)
  if (digits === null || digits.length !== 10) return null
  return isPlaceholderNumber(digits) || isPlaceholderNumber(digits.slice(4)) ? null : digits
}

/** A passport has no check digit: ten digits are all there is to check. */
export function isValidPassport(normal: string): boolean {
  return /^\d{10}$/.test(normal)
}

/** The third and fourth digit are the year the form was printed: 97 to next year's. */
export function hasPlausibleYear(normal: string): boolean {
  const year = Number(normal.slice(2, 4))
  return year >= 97 || year <= (new Date().getUTCFullYear() + 1) % 100
}

/** «00 00 204175». */
export function formatPassport(normal: string): string {
  if (!isValidPassport(normal)) return normal
  return `${normal.slice(0, 2)} ${normal.slice(2, 4)} ${normal.slice(4)}`
}
