const LATIN_KEYS = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>'
const CYRILLIC_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ'
const TO_CYRILLIC = new Map([...LATIN_KEYS].map((key, at) => [key, CYRILLIC_KEYS.charAt(at)]))
const TO_LATIN = new Map([...CYRILLIC_KEYS].map((key, at) => [key, LATIN_KEYS.charAt(at)]))

/** Letters, or initials on punctuation keys: «>/» is «Ю.». */
const MAY_BE_CYRILLIC = /[a-z]|^(?:[`~[\]{};:'",.<>]\/){1,2}$/i

/** Keys of «.», «,», «:», «№» in the Russian layout: «l/h/» is «д.р.». */
const STOP = /(?<=\p{L})\/(?=(?:\p{L}\/)*[?^]?$)/gu
const COMMA = /(?<=[\p{L}\d.])\?$/u
const CARET = /(?<=[\p{L}.])\^(?=\d|$)/u
const HASH = /^#(?=\d|$)/

/** The Russian layout of the same keys: «bdfyjd» → «иванов». Words without letters stay. */
export function toCyrillicLayout(text: string): string {
  return text.replace(/\S+/gu, word =>
    MAY_BE_CYRILLIC.test(word)
      ? retype(word, TO_CYRILLIC).replace(STOP, '.').replace(COMMA, ',').replace(CARET, ':')
      : word.replace(HASH, '№').replace(COMMA, ',')
  )
}

/** The Latin layout of the same keys: «шмфтщм» → «ivanov». */
export function toLatinLayout(text: string): string {
  return retype(text.replace(/(?<=\p{L}|\d)"(?=\p{L}|\d)/gu, '@'), TO_LATIN)
}

function retype(word: string, keys: Map<string, string>): string {
  return [...word].map(sign => keys.get(sign) ?? sign).join('')
}
