/*
 * Signs that stand for the identifiers of a line while it is read: no sanitized line has any of them.
 */

const FIRST = 0xe000
const FIRST_OF_PASSPORTS = 0xe010

/** All of them and those of passports alone, for a class of signs in a pattern. */
export const SIGNS = '\\uE000-\\uE01F'
export const PASSPORT_SIGNS = '\\uE010-\\uE01F'

const ANY_SIGN = new RegExp(`[${SIGNS}]`, 'gu')

/** @param at The place of the identifier among those of the line, of which there are fewer than sixteen. */
export const signAt = (at: number, isPassport: boolean): string =>
  String.fromCharCode((isPassport ? FIRST_OF_PASSPORTS : FIRST) + at)

export const signsIn = (text: string): string[] => text.match(ANY_SIGN) ?? []

export const withoutSigns = (text: string): string => text.replace(ANY_SIGN, ' ').replace(/ {2,}/g, ' ')

export const replaceSigns = (text: string, written: ReadonlyMap<string, string>): string =>
  text.replace(ANY_SIGN, sign => written.get(sign) ?? '')
