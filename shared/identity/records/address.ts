import { composeText } from '#shared/identity/text/compose.ts'
import { type ParsedAddress, parseAddress } from './addresses/parse.ts'

/** An address as its parts, in whatever order and with whatever labels it is written. */
export const readAddress = (text: string): ParsedAddress =>
  parseAddress(composeText(text).toLowerCase().replaceAll('ё', 'е').trim())

/** The parts for comparison: region, town, street, house, flat, without labels: «примерск образцовая 7 41». */
export const normalForm = ({ places, street, house, flat }: ParsedAddress): string =>
  [...places, ...street, ...house, ...(flat === null ? [] : [flat])].join(' ')

/**
 * An address for comparison: lower case, ё as е, no postcode, no «г.», «ул.», «д.»: «примерск образцовая 7 41». The
 * letter of a house is part of its number: «7 а» is «7а». Empty when nothing is left.
 */
export const normalizeAddress = (text: string): string => normalForm(readAddress(text))

const STARTS_WITH_DIGIT = /^\d/
const HAS_TWO_LETTERS = /\p{L}{2}/u

/** Street, house, flat: the last word of letters with the numbers after it. Null without a house. */
export const addressTail = (normal: string): string | null => {
  const words = normal.split(' ')
  const street = words.findLastIndex(word => !STARTS_WITH_DIGIT.test(word))
  for (let at = Math.max(street, 0); at < words.length - 1; at += 1)
    if (HAS_TWO_LETTERS.test(words[at] ?? '')) return words.slice(at).join(' ')
  return null
}

/** True when both name one place: equal, or one leaves out only the region or town in front. */
export const sameAddress = (a: string, b: string): boolean => {
  if (a === b) return a !== ''
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return addressTail(short) !== null && long.endsWith(` ${short}`)
}

const numbersAfterStreet = (normal: string): number => addressTail(normal)?.match(/ \d/g)?.length ?? 0

/** True when the address names a flat, or a house with its building: two numbers after the street. */
export const hasFlat = (normal: string): boolean => numbersAfterStreet(normal) > 1
