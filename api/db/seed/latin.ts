import { PASSPORT_LETTERS } from '#shared/identity/names/passport-letters.ts'

const EVERYDAY: Record<string, string> = {
  ...PASSPORT_LETTERS,
  й: 'y',
  х: 'h',
  ъ: '',
  ю: 'yu',
  я: 'ya',
  ё: 'yo'
}

function spell(word: string, table: Record<string, string>): string {
  let latin = ''
  for (const letter of word.toLowerCase()) latin += table[letter] ?? letter
  return latin
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const passportLatin = (word: string) => capital(spell(word, PASSPORT_LETTERS))

export const everydayLatin = (word: string) => capital(spell(word, EVERYDAY))
