import type { Reading } from '#shared/contracts/reading.ts'
import { normalizeText } from '#shared/identity/text/normalize.ts'

/** Of a phone, whatever stands before them. */
const TELLING_DIGITS = 10
const WORD_KINDS = ['full_name', 'address', 'text']

type Part = Pick<Reading, 'kind' | 'value'>

/**
 * Whether all that one of the readings asks stands in these fields of a document. When not, it may stand in what was cut of
 * it: nobody knows whether the document fits.
 */
export function hasAsked(readings: readonly Reading[], fields: Readonly<Record<string, string>>): boolean {
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
