import { isLatin } from '#shared/identity/names/edit-distance.ts'

/** Longer spellings first: «shch» is one letter. */
const CYRILLIC: readonly [latin: string, cyrillic: string][] = [
  ['shch', 'щ'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['yu', 'ю'],
  ['ya', 'я'],
  ['yo', 'е'],
  ['iu', 'ю'],
  ['ia', 'я'],
  ['ck', 'к'],
  ['ph', 'ф'],
  ['x', 'кс'],
  ['a', 'а'],
  ['b', 'б'],
  ['c', 'к'],
  ['d', 'д'],
  ['e', 'е'],
  ['f', 'ф'],
  ['g', 'г'],
  ['h', 'х'],
  ['i', 'и'],
  ['j', 'й'],
  ['k', 'к'],
  ['l', 'л'],
  ['m', 'м'],
  ['n', 'н'],
  ['o', 'о'],
  ['p', 'п'],
  ['q', 'к'],
  ['r', 'р'],
  ['s', 'с'],
  ['t', 'т'],
  ['u', 'у'],
  ['v', 'в'],
  ['w', 'в'],
  ['y', 'ы'],
  ['z', 'з']
]
const TO_CYRILLIC = new Map(CYRILLIC)
const LATIN_PIECE = new RegExp(CYRILLIC.map(([latin]) => latin).join('|'), 'g')
const TO_LATIN: Record<string, string> = {
  ...Object.fromEntries(CYRILLIC.map(([latin, cyrillic]) => [cyrillic, latin])),
  е: 'e',
  х: 'kh',
  к: 'k',
  в: 'v',
  ф: 'f',
  й: 'y',
  ы: 'y',
  ю: 'yu',
  я: 'ya',
  э: 'e',
  ъ: '',
  ь: ''
}

const toCyrillic = (word: string): string =>
  word.replace(LATIN_PIECE, piece => TO_CYRILLIC.get(piece) ?? piece)
const toLatin = (word: string): string =>
  word.replace(/[а-я]/g, letter => TO_LATIN[letter] ?? letter).replaceAll('ks', 'x')

/**
 * Usual spellings in the other script: «vektor 7» and «vector 7» for «вектор 7». Empty for mixed scripts or numbers.
 */
export const inOtherScript = (words: readonly string[]): string[][] => {
  const letters = words.filter(word => /^\p{L}/u.test(word))
  if (letters.length === 0) return []
  if (letters.every(isLatin)) return [words.map(toCyrillic)]
  if (!letters.every(word => /^[а-я]+$/.test(word))) return []
  const latin = words.map(toLatin)
  const withC = latin.map(word => word.replaceAll('k', 'c'))
  return latin.some((word, at) => word !== withC[at]) ? [latin, withC] : [latin]
}
