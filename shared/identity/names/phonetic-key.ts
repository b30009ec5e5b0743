import { composeText } from '#shared/identity/text/compose.ts'
import { repairHomoglyphs } from '#shared/identity/text/homoglyphs.ts'
import { memoize } from '#shared/identity/text/memoize.ts'

/**
 * Sound classes of both scripts: Z is ж, S ш and щ, C ч, c ц; и, й, ы, y, j are i; е, ё, э are e. Longest spellings
 * first. Measured in `docs/how-it-works/reading.md` §7.
 */
const CLASSES: [string, string][] = [
  ['S', 'стч шч сч щ ш schtsch chtch shch stch sch shh sh štš ŝ š ş ș'],
  ['Z', 'ж zh ž ẑ ż'],
  ['dZ', 'җ ҷ џ'],
  ['C', 'тч ч tsch tch tš ch č ĉ ç ć'],
  ['c', 'тс тц ц ts tc tz cz țs'],
  ['h', 'кх х kh h һ ҳ'],
  ['f', 'ф ph f'],
  ['ks', 'x'],
  ['k', 'к қ ck k q c'],
  ['v', 'в v w'],
  ['e', 'йо ьо ё е э є yo jo e è é ê ë ě ē ę ė ӗ'],
  ['iu', 'ю û'],
  ['ia', 'я'],
  ['i', 'и й ы і ї ј ӣ i y j ì í î ï ý ÿ ı ī į'],
  ['a', 'а a à á â ã ä å ā ă ą ӓ ӑ ә ə'],
  ['o', 'о ө o ò ó ô õ ö ø ō ő'],
  ['u', 'у ұ ү ў ӯ ӳ u ù ú ü ŭ ů ū ű ų'],
  ['b', 'б b'],
  ['g', 'г ґ ғ g ğ'],
  ['d', 'д d đ ď'],
  ['z', 'з z ź'],
  ['l', 'л љ l ł ĺ'],
  ['m', 'м m'],
  ['n', 'н ң њ n ñ ń ň'],
  ['p', 'п p'],
  ['r', 'р r ř ŕ'],
  ['s', 'с ҫ s ś ß'],
  ['t', 'т t ť ț ţ'],
  ['', 'ь ъ ʼ ʻ ʹ ˈ ˊ']
]

const CLASS_OF = new Map(
  CLASSES.flatMap(([code, spellings]) =>
    spellings.split(' ').map((spelling): [string, string] => [spelling, code])
  )
)
const SPELLINGS = [...CLASS_OF.keys()].sort((a, b) => b.length - a.length)
const SPELLING = new RegExp(`c(?=[eiy])|${SPELLINGS.join('|')}|[^0-9]`, 'gu')

/** A word as sound classes, the first step of every key, stem and ending. Digits and unknown letters stay. */
export const soundClasses = memoize((token: string): string =>
  soundsOfLetters(repairHomoglyphs(composeText(token).toLowerCase()).replace(/\p{M}/gu, ''))
)

export function soundsOfLetters(letters: string): string {
  const word = letters.replace(/([oe])ff$/, '$1v')
  return word.replace(SPELLING, (spelling, at: number) =>
    spelling === 'c' && 'eiy'.includes(word.charAt(at + 1)) && at + 1 < word.length
      ? 'c'
      : (CLASS_OF.get(spelling) ?? otherLetter(spelling))
  )
}

function otherLetter(sign: string): string {
  return /\p{L}/u.test(sign) ? sign : ''
}

/** Removes differences between spellings: doubled classes, i before a vowel. */
export function collapseSounds(sound: string): string {
  return sound
    .replace(/(.)\1+/g, '$1')
    .replace(/^ie/, 'e')
    .replace(/(?<!^)i(?=[aeou])/g, '')
    .replace(/(.)\1+/g, '$1')
}

/** One key for a Cyrillic word and its Latin spellings. Empty without letters or digits. */
export const phoneticKey = memoize(token => collapseSounds(soundClasses(token)))
