import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { memoize } from '#shared/identity/text/memoize.ts'

/* The only file that imports libphonenumber, whose plans weigh 29 kB gzipped; pages leave it out. */

interface InternationalPhone {
  digits: string
  /** «+375 29 123 45 67» */
  international: string
}

/** A parse takes twenty microseconds, and readers ask for validity too. */
const NUMBERS_KEPT = 5_000

/** A number with its country code as digits; null when no plan has it. */
export const internationalPhone = /* @__PURE__ */ memoize((digits: string): InternationalPhone | null => {
  const number = parsePhoneNumberFromString(`+${digits}`)
  return number?.isValid()
    ? { digits: number.number.slice(1), international: number.formatInternational() }
    : null
}, NUMBERS_KEPT)
