const PASSPORT: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: 'ie',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia'
}
const EVERYDAY: Record<string, string> = { ...PASSPORT, й: 'y', х: 'h', ъ: '', ю: 'yu', я: 'ya', ё: 'yo' }

function spell(word: string, table: Record<string, string>): string {
  let latin = ''
  for (const letter of word.toLowerCase()) latin += table[letter] ?? letter
  return latin
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** ICAO Doc 9303. */
export const passportLatin = (word: string) => capital(spell(word, PASSPORT))

export const everydayLatin = (word: string) => capital(spell(word, EVERYDAY))
