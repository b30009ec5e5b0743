import { bareDigits, weightedSum } from './digits.ts'
import { isPlaceholderNumber } from './placeholder.ts'

const LABEL = /(?<![а-яёa-z])(?:снилс|snils|страховой номер|пфр)(?![а-яёa-z])/g
const WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2, 1]
/** Numbers up to 001-001-998 were issued before the check digit existed. */
const UNCHECKED_UP_TO = 1_001_998

/** Normal form: 11 digits. */
export function normalizeSnils(text: string): string | null {
  const digits = bareDigits(text, LABEL)
  if (digits === null || digits.length !== 11) return null
  return isPlaceholderNumber(digits) || isPlaceholderNumber(digits.slice(0, 9)) ? null : digits
}

/** Pension Fund rule: the sum of digits by 9…1 modulo 101, and 100 counts as 00. */
export function isValidSnils(normal: string): boolean {
  if (!/^\d{11}$/.test(normal)) return false
  if (Number(normal.slice(0, 9)) <= UNCHECKED_UP_TO) return true
  return (weightedSum(normal, WEIGHTS) % 101) % 100 === Number(normal.slice(9))
}

/** True for a number that was issued with a check number: only its digits can tell that it is one. */
export const hasCheckNumber = (normal: string): boolean => Number(normal.slice(0, 9)) > UNCHECKED_UP_TO

/** A number with a digit three times running among its first nine is never issued. */
export function isIssuableSnils(normal: string): boolean {
  return !/(\d)\1\1/.test(normal.slice(0, 9))
}

/** «204-777-153 66». */
export function formatSnils(normal: string): string {
  if (!/^\d{11}$/.test(normal)) return normal
  return `${normal.slice(0, 3)}-${normal.slice(3, 6)}-${normal.slice(6, 9)} ${normal.slice(9)}`
}
