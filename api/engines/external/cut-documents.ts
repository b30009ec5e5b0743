import type { Reading } from '#shared/contracts/reading.ts'
import { normalizeText } from '#shared/identity/text/normalize.ts'

/** Digits of a phone without its code. */
const TELLING_DIGITS = 10
const WORD_KINDS = ['full_name', 'address', 'text']

type Part = Pick<Reading, 'kind' | 'value'>

/** Whether the shown fields answer a reading completely; otherwise the cut part may, and nobody knows. */
export function answersReading(
  readings: readonly Reading[],
  fields: Readonly<Record<string, string>>
): boolean {
  const values = Object.values(fields).map(normalizeText)
  const text = values.join('\n')
  const digits = values.map(value => value.replace(/\D/g, '')).join('\n')
  const isThere = ({ kind, value }: Part): boolean => {
    const plain = normalizeText(value)
    if (WORD_KINDS.includes(kind)) return plain.split(/\s+/).every(word => text.includes(word))
    const number = plain.replace(/\D/g, '').slice(-TELLING_DIGITS)
    return text.includes(plain) || (number.length >= TELLING_DIGITS - 1 && digits.includes(number))
  }
  return readings.some(({ parts, ...reading }) => (parts ?? [reading]).every(isThere))
}
