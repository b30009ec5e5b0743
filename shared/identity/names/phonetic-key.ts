import { repairHomoglyphs, sanitizeText } from '#shared/identity/text/sanitize.ts'

/**
 * Sound classes of the script-neutral fold: Z is ж, S is ш and щ, C is ч, c is ц; и, й, ы, y and j are i; е, ё and э
 * are e. Longer spellings come first. Rules and figures: reference/features.md §3.3.
 */
const CLASSES: [string, string][] = [
  ['S', 'стч шч сч щ ш shch stch sch shh sh ŝ š ş ș'],
  ['Z', 'ж zh ž ẑ'],
  ['C', 'тч ч tch ch č ĉ ç ć'],
  ['c', 'тс тц ц ts tc tz cz țs'],
  ['h', 'кх х kh h һ ҳ'],
  ['f', 'ф ph f'],
  ['ks', 'x'],
  ['k', 'к қ ck k q c'],
  ['v', 'в v w'],
  ['e', 'йо ьо ё е э є yo jo e è é ê ë ě ē ę ә ə'],
  ['iu', 'ю û'],
  ['ia', 'я'],
  ['i', 'и й ы і ї i y j ì í î ï ý ÿ ı ī'],
  ['a', 'а a à á â ã ä å ā ą ӓ'],
  ['o', 'о ө o ò ó ô õ ö ø ō ő'],
  ['u', 'у ұ ү ў u ù ú ü ŭ ů ū ű'],
  ['b', 'б b'],
  ['g', 'г ґ ғ g ğ'],
  ['d', 'д d đ ď'],
  ['z', 'з z ź ż'],
  ['l', 'л l ł ĺ'],
  ['m', 'м m'],
  ['n', 'н ң n ñ ń ň'],
  ['p', 'п p'],
  ['r', 'р r ř ŕ'],
  ['s', 'с s ś ß'],
  ['t', 'т t ť ț ţ'],
  ['', 'ь ъ']
]

const CLASS_OF = new Map(
  CLASSES.flatMap(([code, spellings]) =>
    spellings.split(' ').map((spelling): [string, string] => [spelling, code])
  )
)
const SPELLINGS = [...CLASS_OF.keys()].sort((a, b) => b.length - a.length)
const SPELLING = new RegExp(`c(?=[eiy])|${SPELLINGS.join('|')}|[^0-9]`, 'gu')

/**
 * A word of a name as a row of sound classes, endings still whole. Digits and letters of other alphabets stay, every
 * other sign is dropped.
 */
export function soundClasses(token: string): string {
  const word = repairHomoglyphs(token.normalize('NFC').toLowerCase())
    .replace(/\p{M}/gu, '')
    .replace(/([oe])ff$/, '$1v')
  return word.replace(SPELLING, (found, at: number) =>
    found === 'c' && /^[eiy]/.test(word.slice(at + 1)) ? 'c' : (CLASS_OF.get(found) ?? otherLetter(found))
  )
}

/** Letters of alphabets without classes stand for themselves. */
function otherLetter(sign: string): string {
  return /\p{L}/u.test(sign) ? sign : ''
}

/** Evens out what spellings differ in: doubled classes, i before a vowel (not at the beginning, where only ie is e). */
export function collapseSounds(sound: string): string {
  return sound
    .replace(/(.)\1+/g, '$1')
    .replace(/^ie/, 'e')
    .replace(/(?<!^)i(?=[aeou])/g, '')
    .replace(/(.)\1+/g, '$1')
}

const CACHE_ROWS = 100_000

/** A longer text hardly comes again, and a hundred thousand of them would fill the memory. */
const LONGEST_REMEMBERED = 64

/** Remembers what a pure function of one word answered; names repeat far more often than they differ. */
export function memoize<T>(answer: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return word => {
    if (word.length > LONGEST_REMEMBERED) return answer(word)
    const found = known.get(word)
    if (found !== undefined) return found
    if (known.size >= CACHE_ROWS) known.clear()
    const fresh = answer(word)
    known.set(word, fresh)
    return fresh
  }
}

/**
 * Script-neutral fold of one word: a Latin spelling and the Cyrillic word have the same fold, and so have е and ё,
 * look-alike letters, accents and capitals. Empty when the word has neither letter nor digit.
 */
export const phoneticKey = memoize(token => collapseSounds(soundClasses(token)))

/** Words, double ones with a hyphen, each half of one alphabet: nothing to repair. */
const PLAIN_NAME = /^(?:[А-Яа-яЁё]+|[A-Za-z]+)(?:[ -](?:[А-Яа-яЁё]+|[A-Za-z]+))*$/

/**
 * Words of a name: lower case, ё kept, look-alike letters repaired, stress marks and invisible signs gone. A hyphen or
 * an apostrophe inside a word stays in it.
 */
export function tokenizeName(text: string): string[] {
  if (PLAIN_NAME.test(text)) return text.toLowerCase().split(' ')
  const plain = sanitizeText(text)
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ ?[‐‑‒–—−-] ?(?=\p{L})/gu, '-')
  return (plain.match(/\p{L}[\p{L}\p{N}'’ʼ`]*(?:-\p{L}[\p{L}'’ʼ`]*)*/gu) ?? []).map(word =>
    word.split('-').map(repairHomoglyphs).join('-')
  )
}
