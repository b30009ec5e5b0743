import type { Random } from '#api/db/seed/random.ts'

export const TYPOS = ['drop', 'swap', 'replace', 'insert'] as const
export type Typo = (typeof TYPOS)[number]

const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщыьэюя'
const LATIN = 'abcdefghijklmnopqrstuvwxyz'

/** The word with one typing error of this kind in it, at any letter; a capital letter first. */
export function mistype(word: string, typo: Typo, random: Random): string {
  const right = word.toLowerCase()
  const letters = /[a-z]/.test(right) ? LATIN : CYRILLIC
  let wrong = right
  while (wrong === right) {
    const at = random.below(typo === 'swap' ? right.length - 1 : right.length)
    const [before, after] = [right.slice(0, at), right.slice(at + 1)]
    const letter = letters.charAt(random.below(letters.length))
    if (typo === 'drop') wrong = before + after
    else if (typo === 'swap') wrong = before + after.charAt(0) + right.charAt(at) + after.slice(1)
    else if (typo === 'replace') wrong = before + letter + after
    else wrong = before + letter + right.slice(at)
  }
  return wrong.charAt(0).toUpperCase() + wrong.slice(1)
}
