import { MASK } from '#shared/constants.ts'
import { type Digits, digitsIn, forEachNumber } from './digit-mask.ts'
import type { HiddenValues } from './hidden-values.ts'

const HAS_NUMBER = /\p{Nd}(?:.{0,12}\p{Nd}){3}/su
const DATE = /^\s*\d{1,4}[.\-/]\d{1,2}[.\-/]\d{1,4}\s*$/
const SHOWN_DIGITS = 3
const SERIES_DIGITS = 4
const NUMBER_DIGITS = 6
const PHONE_DIGITS = 10

/** Masks digits of hidden values however they are spaced; the last three stay. */
export type MaskText = (text: string) => string

export function createMaskText({ sure, likely, phones }: HiddenValues): MaskText {
  const hidden = new Set([...sure, ...[...likely].filter(digits => !phones.has(digits.slice(-PHONE_DIGITS)))])
  const lengths = [...new Set([...hidden].map(({ length }) => length))]
  const seriesByNumber = new Map<string, Set<string>>()
  for (const value of hidden)
    if (value.length === SERIES_DIGITS + NUMBER_DIGITS)
      seriesByNumber.getOrInsert(value.slice(SERIES_DIGITS), new Set()).add(value.slice(0, SERIES_DIGITS))

  return text => {
    if (hidden.size === 0 || !HAS_NUMBER.test(text) || DATE.test(text)) return text
    const read = digitsIn(text)
    forEachNumber(read, lengths, (from, { length }) => {
      if (!hidden.has(read.digits.slice(from, from + length))) return
      read.hide(from, length - (length > SERIES_DIGITS ? SHOWN_DIGITS : 0), MASK)
    })
    // A passport with other numbers between its parts.
    for (const [from, number] of wholeParts(read, NUMBER_DIGITS))
      for (const series of seriesByNumber.get(number) ?? [])
        for (const [at, digits] of wholeParts(read, SERIES_DIGITS)) {
          if (digits !== series || (at < from + NUMBER_DIGITS && from < at + SERIES_DIGITS)) continue
          read.hide(from, NUMBER_DIGITS - SHOWN_DIGITS, MASK)
          read.hide(at, SERIES_DIGITS, MASK)
        }
    return read.signs.join('')
  }
}

function wholeParts(read: Digits, length: number): [from: number, digits: string][] {
  const parts: [number, string][] = []
  forEachNumber(read, [length], (from, digits) => {
    const inner = read.begins.slice(from + 1, from + length)
    if (inner.every((begins, at) => !begins || at === length / 2 - 1)) parts.push([from, digits])
  })
  return parts
}
