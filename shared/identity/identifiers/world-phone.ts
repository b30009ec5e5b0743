import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { memoize } from '#shared/identity/text/memoize.ts'

/*
 * Numbers of all countries by the plans of libphonenumber. The only file that imports it: its plans weigh 29 kB after gzip, and
 * what pages import of phones leaves this file out.
 */

interface WorldNumber {
  digits: string
  /** «+375 29 123 45 67» */
  international: string
}

/** To read one takes twenty microseconds, and what reads a number asks whether it is valid, too. */
const NUMBERS_KEPT = 5_000

/** A number of some country with its code, as digits; null where no plan has such a number. */
export const worldNumber = /* @__PURE__ */ memoize((digits: string): WorldNumber | null => {
  const number = parsePhoneNumberFromString(`+${digits}`)
  return number?.isValid()
    ? { digits: number.number.slice(1), international: number.formatInternational() }
    : null
}, NUMBERS_KEPT)
