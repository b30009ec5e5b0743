import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { memoize } from './memoize.ts'
import { isPlainText, repairHomoglyphs, sanitizeText } from './sanitize.ts'

/** Words that one source writes and another leaves out; they are neither stored nor asked. */
const STOP_WORDS = new Set(
  (
    'г гор город ул улица д дом кв квартира обл область р рн район пр пркт прт просп проспект пер переулок ш шоссе бр ' +
    'бульвар бул б-р пл площадь наб набережная к корп корпус стр строение п пос поселок с село дер деревня мкр мкрн микрорайон ' +
    'пгт рп россия рф российская федерация оф офис ком комната пом помещение край респ республика проезд прд туп ' +
    'тупик лит литера тер территория и в на по с от для ооо оао зао пао ао нко ип общество ограниченной ' +
    'ответственностью акционерное публичное закрытое открытое the of llc ltd inc'
  ).split(' ')
)
const LONGEST_WORD = 64

const isSearchable = memoize((word: string): boolean => {
  if (STOP_WORDS.has(word) || word.length > LONGEST_WORD) return false
  return /^\p{L}$/u.test(word) ? /\p{Script=Han}/u.test(word) : !isPlaceholder(word)
})

const LONG_NUMBER_DIGITS = 5

/** True for a word of a text that begins with a figure: no sign before the figures is part of a word. */
export const startsWithDigit = (word: string): boolean => word.charCodeAt(0) <= NINE
const NINE = 0x39

/** A long number hardly comes again: to remember it would only push out what does. */
export const isLongNumber = (word: string): boolean =>
  word.length >= LONG_NUMBER_DIGITS && startsWithDigit(word)

/** A word as it is written in a plain text, in the form in which it is found; empty when it is not searched. */
const plainWord = (written: string): string => {
  if (!isLongNumber(written)) return searchableWord(written)
  return written.length > LONGEST_WORD || isPlaceholder(written) ? '' : written
}
const searchableWord = memoize((written: string): string => {
  const word = written.toLowerCase().replaceAll('ё', 'е')
  return isSearchable(word) ? word : ''
})
const PLAIN_WORDS = /[А-Яа-яЁё]+|[A-Za-z]+|[0-9]+/g
/** Where two alphabets, or a letter and a figure that looks like one, meet in one word. */
const MIXED = /[А-Яа-яЁё][A-Za-z03]|[A-Za-z03][А-Яа-яЁё]/

/** True for a usual text of which each run of letters is in one alphabet. */
const isUnmixed = (text: string): boolean => isPlainText(text) && !MIXED.test(text)

/**
 * The words by which a text is found: lower case, ё folded, look-alike letters repaired, figures apart from letters
 * («12а» is 12), without single letters, placeholders and words such as «ул» and «ООО». Each word once.
 */
export function tokenize(text: string): string[] {
  const tokens = new Set<string>()
  forEachToken(text, word => tokens.add(word))
  return [...tokens]
}

/** True for a text in which `textWords` finds a word. */
export function hasTokens(text: string): boolean {
  if (!isUnmixed(text)) return tokenize(text).length > 0
  return text.match(PLAIN_WORDS)?.some(written => plainWord(written) !== '') ?? false
}

/** Nearly every identifier of figures alone has as many, and what numbers the rows of a source has seldom. */
export const IDENTIFIER_DIGITS = 10
const IDENTIFIER_NUMBER = new RegExp(`^\\d{${IDENTIFIER_DIGITS},}$`)

export const isIdentifierNumber = (word: string): boolean => IDENTIFIER_NUMBER.test(word)

const SHORT_TEXT = 32
const tokenizeShort = memoize(tokenize)

/** The same of a text that is likely to come again: a word, a name, the name of a town; remembered when it is short. */
export function tokenizeField(text: string): readonly string[] {
  return text.length > SHORT_TEXT || isLongNumber(text) ? tokenize(text) : tokenizeShort(text)
}

/** Hands out the words of a text, some of them perhaps twice. */
export function forEachToken(text: string, take: (word: string) => void): void {
  if (isUnmixed(text)) {
    for (const written of text.match(PLAIN_WORDS) ?? []) {
      const word = plainWord(written)
      if (word !== '') take(word)
    }
    return
  }
  for (const run of sanitizeText(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    for (const word of repairHomoglyphs(run)
      .replace(/\p{M}/gu, '')
      .replaceAll('ё', 'е')
      .match(/\p{N}+|\p{L}+/gu) ?? []) {
      if (isSearchable(word)) take(word)
    }
  }
}
