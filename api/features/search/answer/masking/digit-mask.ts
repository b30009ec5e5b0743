import { asciiDigits } from '#shared/identity/identifiers/digits.ts'

const DIGIT = /^\p{Nd}$/u
/** Shorter numbers are masked only when they stand alone. */
const WHOLE_BELOW = 10

export interface Digits {
  signs: string[]
  /** As 0–9. */
  digits: string
  begins: boolean[]
  hide(from: number, length: number, mask: string): void
}

export function digitsIn(text: string): Digits {
  const signs = [...text]
  const places = signs.flatMap((sign, at) => (DIGIT.test(sign) ? at : []))
  return {
    signs,
    digits: places.map(at => asciiDigits(signs[at] ?? '')).join(''),
    begins: places.map((at, n) => n === 0 || at !== (places[n - 1] ?? 0) + 1),
    hide(from, length, mask) {
      for (const at of places.slice(from, from + length)) signs[at] = mask
    }
  }
}

/** Calls back with the position of each number. */
export function forEachNumber(
  { digits, begins }: Digits,
  lengths: readonly number[],
  take: (from: number, number: string) => void
): void {
  const isWhole = (from: number, length: number) =>
    begins[from] === true && (from + length === digits.length || begins[from + length] === true)
  for (let from = 0; from < digits.length; from += 1)
    for (const length of lengths)
      if (from + length <= digits.length && (length >= WHOLE_BELOW || isWhole(from, length)))
        take(from, digits.slice(from, from + length))
}

export function createDigitMask(numbers: Iterable<string>, mask: string): (text: string) => string {
  const all = new Set(numbers)
  const lengths = [...new Set([...all].map(({ length }) => length))]
  return text => {
    const read = digitsIn(text)
    forEachNumber(read, lengths, (from, number) => {
      if (all.has(number)) read.hide(from, number.length, mask)
    })
    return read.signs.join('')
  }
}
