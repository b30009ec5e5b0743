const LIKE_DIGIT: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'ОоOo', 1: 'lIІі', 3: 'Зз', 6: 'б' }).flatMap(([digit, letters]) =>
    [...letters].map((letter): [string, string] => [letter, digit])
  )
)
const LIKE = [...LIKE_DIGIT.keys()].join('')
const MAY_HOLD = new RegExp(`\\d[ ()./-]{0,3}[${LIKE}]|[${LIKE}][ ()./-]{0,3}\\d`)
const MIXED = new RegExp(`(?<![\\p{L}\\p{N}])(?=[${LIKE}]*\\d)[\\d${LIKE}]+(?![\\p{L}\\p{N}])`, 'gu')
/** «6I7-OO-O6»: a group of a number. */
const GROUP = new RegExp(
  `(?<=\\d[ ()./-]{1,3})[${LIKE}]{1,3}(?=[ ()./-]{1,3}\\d)|(?<=\\d-)[${LIKE}]{2}(?![\\p{L}\\p{N}-])`,
  'gu'
)
const ANY_LIKE = new RegExp(`[${LIKE}]`, 'g')
const asDigits = (letters: string): string =>
  letters.replace(ANY_LIKE, letter => LIKE_DIGIT.get(letter) ?? letter)

/** Replaces letters that stand for digits in numbers; the length stays the same. */
export const withDigits = (text: string): string =>
  MAY_HOLD.test(text) ? text.replace(MIXED, asDigits).replace(GROUP, asDigits) : text
