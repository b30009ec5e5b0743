import { composeText } from '#shared/identity/text/compose.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { isPlainText } from '#shared/identity/text/sanitize.ts'

/** Words that only say what the next word is; they differ from source to source and carry no fact. */
const ADDRESS_LABELS = new Set(
  (
    'г гор город ул улица д дом кв квартира обл область р рн район пр пркт прт просп проспект пер переулок ш шоссе бр бул ' +
    'бульвар пл площадь наб набережная к корп корпус стр строение п пос поселок с село дер деревня мкр мкрн микрорайон ' +
    'пгт рп россия рф российская федерация оф офис ком комн комната пом помещение край респ республика проезд прд туп ' +
    'тупик лит литера снт тер территория ао'
  ).split(' ')
)

const FIGURES = /^\d+$/
const POST_INDEX_FIGURES = 6

const lettersOfAddress = memoize((written: string): string => {
  const token = written.toLowerCase().replaceAll('ё', 'е')
  const word = token.match(/^(?:ул|д|дом|кв|корп|стр|к)(\d.*)$/u)?.[1] ?? token
  return ADDRESS_LABELS.has(word) || isPostIndex(word) ? '' : word
})

const isPostIndex = (word: string): boolean => word.length === POST_INDEX_FIGURES && FIGURES.test(word)

/** What is left of a word of an address: «ул5» is 5, a label or a post index is nothing. */
const addressWord = (written: string): string => {
  if (!FIGURES.test(written)) return lettersOfAddress(written)
  return written.length === POST_INDEX_FIGURES ? '' : written
}

const PLAIN_SIGNS = {
  hyphen: /([a-zа-яё])-(?=[a-zа-яё])/gi,
  houseLetter: /(\d) +([а-зё])(?![a-zа-яё\d.])/gi,
  tokens: /[A-Za-zА-Яа-яЁё\d]+/g
}
const ALL_SIGNS = {
  hyphen: /(\p{L})-(?=\p{L})/gu,
  houseLetter: /(\p{N})\s+([абвгдежз])(?![\p{L}\p{N}.])/gu,
  tokens: /[\p{L}\p{N}]+/gu
}

/**
 * An address for comparison: lower case, ё folded, no post index, no «г.», «ул.», «д.»: «примерск образцовая 7 41».
 * Empty when nothing is left.
 */
export const normalizeAddress = (text: string): string => {
  const plain = isPlainText(text)
  const { hyphen, houseLetter, tokens } = plain ? PLAIN_SIGNS : ALL_SIGNS
  const words = plain ? text : composeText(text).toLowerCase().replaceAll('ё', 'е')
  const whole = words.includes('-') ? words.replace(hyphen, '$1') : words
  let normal = ''
  for (const token of whole.replace(houseLetter, '$1$2').match(tokens) ?? []) {
    const word = addressWord(token)
    if (word !== '') normal += normal === '' ? word : ` ${word}`
  }
  return normal
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

/** True when the address names a flat or is at least house-exact with a building: two numbers after the street. */
export const hasFlat = (normal: string): boolean => (addressTail(normal)?.match(/ \d/g)?.length ?? 0) > 1
