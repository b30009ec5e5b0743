const LATIN_KEYS = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>'
const CYRILLIC_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ'
const TO_CYRILLIC = new Map([...LATIN_KEYS].map((key, at) => [key, CYRILLIC_KEYS.charAt(at)]))
const TO_LATIN = new Map([...CYRILLIC_KEYS].map((key, at) => [key, LATIN_KEYS.charAt(at)]))

/** Letters, or initials on keys of punctuation before the key of a dot: «>/» is «Ю.» */
const MAY_BE_CYRILLIC = /[a-z]|^(?:[`~[\]{};:'",.<>]\/){1,2}$/i

/** On the keys of «.», «,», «:» and «№» in the Russian layout: at the end of a word, «l/h/» is «д.р.», and before a number. */
const STOP = /(?<=\p{L})\/(?=(?:\p{L}\/)*[?^]?$)/gu
const COMMA = /(?<=[\p{L}\d.])\?$/u
const CARET = /(?<=[\p{L}.])\^(?=\d|$)/u
const HASH = /^#(?=\d|$)/

/** What the same keys give in the Russian layout: «bdfyjd» → «иванов», «BYY^» → «ИНН:». Words without a letter in it stay. */
export function toCyrillicLayout(text: string): string {
  return text.replace(/\S+/gu, word =>
    MAY_BE_CYRILLIC.test(word)
      ? retype(word, TO_CYRILLIC).replace(STOP, '.').replace(COMMA, ',').replace(CARET, ':')
      : word.replace(HASH, '№').replace(COMMA, ',')
  )
}

/** What the same keys give in the Latin layout: «шмфтщм» → «ivanov». The sign " of the Russian layout is @. */
export function toLatinLayout(text: string): string {
  return retype(text.replace(/(?<=\p{L}|\d)"(?=\p{L}|\d)/gu, '@'), TO_LATIN)
}

function retype(word: string, keys: Map<string, string>): string {
  return [...word].map(sign => keys.get(sign) ?? sign).join('')
}
