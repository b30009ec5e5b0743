import { composeText } from '#shared/identity/text/compose.ts'
import { memoize } from '#shared/identity/text/memoize.ts'

/** Words that only tell what the next word is; sources write them differently or not at all. */
const ADDRESS_LABELS = new Set(
  (
    'г гор город ул улица д дом кв квартира обл область р рн район пр пркт прт просп проспект пер переулок ш шоссе бр бул ' +
    'бульвар пл площадь наб набережная к корп корпус стр строение п пос поселок с село дер деревня мкр мкрн микрорайон ' +
    'пгт рп россия рф российская федерация оф офис ком комн комната пом помещение край респ республика проезд прд туп ' +
    'тупик лит литера снт тер территория ао'
  ).split(' ')
)

const POSTCODE = /^\d{6}$/

/** What is left of a token: «ул5» is 5, a label or a postcode is nothing. */
const withoutLabel = memoize((token: string): string => {
  const word = token.match(/^(?:ул|д|дом|кв|корп|стр|к)(\d.*)$/u)?.[1] ?? token
  return ADDRESS_LABELS.has(word) || POSTCODE.test(word) ? '' : word
})

const INNER_HYPHEN = /(\p{L})-(?=\p{L})/gu
const TOKEN = /[\p{L}\p{N}]+/gu
const HOUSE_LETTER = /^[абвгдежз]$/
const ENDS_WITH_DIGIT = /\d$/

/**
 * An address for comparison: lower case, ё as е, no postcode, no «г.», «ул.», «д.»: «примерск образцовая 7 41». The
 * letter of a house is part of its number: «7 а» is «7а». Empty when nothing is left.
 */
export const normalizeAddress = (text: string): string => {
  const plain = composeText(text).toLowerCase().replaceAll('ё', 'е').replace(INNER_HYPHEN, '$1').trim()
  const words: string[] = []
  for (const { 0: token, index } of plain.matchAll(TOKEN)) {
    const word = withoutLabel(token)
    if (word === '') continue
    const house = HOUSE_LETTER.test(word) ? words.at(-1) : undefined
    if (house !== undefined && ENDS_WITH_DIGIT.test(house)) {
      const end = index + token.length
      // With a dot it abbreviates the next word: «7 в. Иванова».
      if (plain.charAt(end) !== '.' || end + 1 === plain.length) words[words.length - 1] = house + word
    } else words.push(word)
  }
  return words.join(' ')
}

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

const BUILDING = /(?<![\p{L}\p{N}])(?:к|корп|корпус|стр|строение|лит|литера)(?!\p{L})/iu

/** True when the address names one flat; the number of a building is none. */
export const namesFlat = (written: string, normal: string): boolean => {
  const numbers = numbersAfterStreet(normal)
  return numbers === 2 ? !BUILDING.test(written) : numbers > 2
}
