import type { Reading } from '#shared/contracts/reading.ts'
import { isPlaceholderPhone } from '#shared/identity/identifiers/placeholder.ts'
import { startsWithDigit, tokenize } from '#shared/identity/text/tokenize.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { withNote } from './reading.ts'

const LEAST_DIGITS = 5

export function placeholderNote(line: string): string | undefined {
  const digits = line.replace(/\D/g, '')
  if (digits.length < LEAST_DIGITS || /\p{L}/u.test(line)) return undefined
  return isPlaceholderPhone(digits) ? READING_NOTES.placeholder : undefined
}

export const notSearchedNote = (words: readonly string[]): string | undefined =>
  words.length > 0 ? `${READING_NOTES.notSearched}: ${[...new Set(words)].join(', ')}` : undefined

/** Adds notes on omitted parts and on numbers searched as words. */
export function noted(line: string, readings: readonly Reading[], note: string | undefined): Reading[] {
  const [best] = readings
  const words = best?.kind === 'text' && best.note === undefined ? tokenize(line) : []
  const areNumbers = words.length > 0 && words.filter(startsWithDigit).length * 2 > words.length
  const remark = note ?? placeholderNote(line) ?? (areNumbers ? READING_NOTES.number : undefined)
  if (remark === undefined) return [...readings]
  return readings.map(one => (one === best || one.kind !== 'text' ? withNote(one, remark) : one))
}
