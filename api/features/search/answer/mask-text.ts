import { digitsIn, forEachNumber } from './digit-mask.ts'
import type { HiddenValues } from './hidden-values.ts'

const HAS_NUMBER = /\p{Nd}(?:.{0,12}\p{Nd}){3}/su
const SHOWN_DIGITS = 3
const SERIES_DIGITS = 4
const NUMBER_DIGITS = 6
const PHONE_DIGITS = 10
export const MASK = '•'

/** Masks in a text every digit that would tell a hidden value, however it is spaced or parted; its last three stay. */
export type MaskText = (text: string) => string

export function createMaskText({ sure, likely, phones }: HiddenValues): MaskText {
  const hidden = new Set([...sure, ...[...likely].filter(digits => !phones.has(digits.slice(-PHONE_DIGITS)))])
  const lengths = [...new Set([...hidden].map(({ length }) => length))]
  const seriesByNumber = new Map<string, Set<string>>()
  for (const value of hidden)
    if (value.length === SERIES_DIGITS + NUMBER_DIGITS)
      seriesByNumber.getOrInsert(value.slice(SERIES_DIGITS), new Set()).add(value.slice(0, SERIES_DIGITS))

  return text => {
    if (hidden.size === 0 || !HAS_NUMBER.test(text)) return text
    const read = digitsIn(text)
    forEachNumber(read, lengths, (from, { length }) => {
      if (!hidden.has(read.digits.slice(from, from + length))) return
      read.hide(from, length - (length > SERIES_DIGITS ? SHOWN_DIGITS : 0), MASK)
    })
    // Of a passport with other numbers between its parts.
    forEachNumber(read, [NUMBER_DIGITS], (from, number) => {
      for (const series of seriesByNumber.get(number) ?? [])
        forEachSeries(read.digits, read.begins, series, at => {
          read.hide(from, NUMBER_DIGITS - SHOWN_DIGITS, MASK)
          read.hide(at, SERIES_DIGITS, MASK)
        })
    })
    return read.signs.join('')
  }
}

function forEachSeries(
  digits: string,
  begins: readonly boolean[],
  series: string,
  take: (at: number) => void
): void {
  for (let at = digits.indexOf(series); at >= 0; at = digits.indexOf(series, at + 1)) if (begins[at]) take(at)
}
