import { SEEDED_CODES } from '#api/db/seed/numbering-table.ts'
import type { NumberingKind } from '#shared/labels/numbering.ts'

/** Inclusive bounds with country code. */
export interface PhoneRange {
  lo: number
  hi: number
  operator: string
  region: string
  country: string
  kind: NumberingKind
}

const CODE_NUMBERS = 10_000_000
const COUNTRY_CODE = 7

/** «916» and 1234567 make 79161234567. */
export const numberOf = (code: number, rest = 0): number => (COUNTRY_CODE * 1000 + code) * CODE_NUMBERS + rest

const codeOf = (number: number): number => Math.floor(number / CODE_NUMBERS) % 1000

export function seededRanges(): PhoneRange[] {
  const ranges: PhoneRange[] = []
  for (const { kind, country, operator, regions } of SEEDED_CODES) {
    for (const [region, spans] of Object.entries(regions)) {
      for (const code of spans.flatMap(codesOf)) {
        ranges.push({
          lo: numberOf(code),
          hi: numberOf(code, CODE_NUMBERS - 1),
          operator,
          region,
          country,
          kind
        })
      }
    }
  }
  return ranges.sort(byStart)
}

/** «916» or «600-699» */
function codesOf(span: string): number[] {
  const [first = Number.NaN, last = first] = span.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

export const byStart = (a: PhoneRange, b: PhoneRange): number => a.lo - b.lo

export function seededRangesOutside(ranges: readonly PhoneRange[]): PhoneRange[] {
  const coveredCodes = new Set(ranges.map(range => codeOf(range.lo)))
  return seededRanges().filter(range => !coveredCodes.has(codeOf(range.lo)))
}

/** Input and result are ordered. */
export function mergeRanges(ranges: readonly PhoneRange[]): PhoneRange[] {
  const merged: PhoneRange[] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last && last.hi + 1 === range.lo && isSame(last, range)) last.hi = range.hi
    else merged.push({ ...range })
  }
  return merged
}

const isSame = (a: PhoneRange, b: PhoneRange): boolean =>
  a.operator === b.operator && a.region === b.region && a.country === b.country && a.kind === b.kind

/** @param ranges Ordered and disjoint. */
export function createRangeFinder(ranges: readonly PhoneRange[]): (number: number) => PhoneRange | null {
  const starts = Float64Array.from(ranges, range => range.lo)
  return number => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? 0) <= number) low = middle + 1
      else high = middle
    }
    const range = ranges[low - 1]
    return range && number <= range.hi ? range : null
  }
}
