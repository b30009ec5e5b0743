import { bareDigits, weightedSum } from './digits.ts'
import { isPlaceholderNumber } from './placeholder.ts'

const LABEL = /(?<![а-яёa-z])(?:инн|inn)(?![а-яёa-z])/g
const ORG_WEIGHTS = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const PERSON_WEIGHTS_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
const PERSON_WEIGHTS_12 = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** Normal form: 10 digits (organization) or 12 (person). A KPP after a slash is dropped. */
export function normalizeInn(text: string): string | null {
  const own = text.includes('/') ? text.replace(/^(\D{0,12}\d{10})\s?\/\s?\d{9}$/, '$1') : text
  const digits = bareDigits(own, LABEL)
  if (digits === null || (digits.length !== 10 && digits.length !== 12)) return null
  return isPlaceholderNumber(digits) ? null : digits
}

/** Order of the Federal Tax Service ММВ-7-6/435@: weighted sums modulo 11 modulo 10. */
export function isValidInn(normal: string): boolean {
  if (/^\d{10}$/.test(normal)) return checkDigit(normal, ORG_WEIGHTS) === normal.charAt(9)
  if (!/^\d{12}$/.test(normal)) return false
  return (
    checkDigit(normal, PERSON_WEIGHTS_11) === normal.charAt(10) &&
    checkDigit(normal, PERSON_WEIGHTS_12) === normal.charAt(11)
  )
}

function checkDigit(digits: string, weights: readonly number[]): string {
  return String((weightedSum(digits, weights) % 11) % 10)
}

/** An INN is shown as its digits. */
export function formatInn(normal: string): string {
  return normal
}
