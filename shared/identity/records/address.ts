import { composeText } from '#shared/identity/text/compose.ts'
import { type ParsedAddress, parseAddress } from './addresses/parse.ts'

export const readAddress = (text: string): ParsedAddress =>
  parseAddress(composeText(text).toLowerCase().replaceAll('ё', 'е').trim())

export const normalForm = ({ places, street, house, flat }: ParsedAddress): string =>
  [...places, ...street, ...house, ...(flat === null ? [] : [flat])].join(' ')

/** An address for comparison, without labels and postcode: «примерск образцовая 7 41». Empty when nothing is left. */
export const normalizeAddress = (text: string): string => normalForm(readAddress(text))

const STARTS_WITH_DIGIT = /^\d/
const HAS_TWO_LETTERS = /\p{L}{2}/u

/** Street, house and flat of the normal form; null without a house. */
export const addressTail = (normal: string): string | null => {
  const words = normal.split(' ')
  const street = words.findLastIndex(word => !STARTS_WITH_DIGIT.test(word))
  for (let at = Math.max(street, 0); at < words.length - 1; at += 1)
    if (HAS_TWO_LETTERS.test(words[at] ?? '')) return words.slice(at).join(' ')
  return null
}

/** Equal, or one only leaves out region or town. */
export const sameAddress = (a: string, b: string): boolean => {
  if (a === b) return a !== ''
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return addressTail(short) !== null && long.endsWith(` ${short}`)
}

const numbersAfterStreet = (normal: string): number => addressTail(normal)?.match(/ \d/g)?.length ?? 0

export const hasFlat = (normal: string): boolean => numbersAfterStreet(normal) > 1
