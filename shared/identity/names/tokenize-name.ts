import { APOSTROPHES, repairHomoglyphs } from '#shared/identity/text/homoglyphs.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'

/** Optional stress and vowel signs; those of Indian scripts are letters. */
const OPTIONAL_MARK = /(?=[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}\p{sc=Cyrl}])\p{M}/gu

const WORD = new RegExp(
  `\\p{L}[\\p{L}\\p{M}\\p{N}${APOSTROPHES}]*(?:-\\p{L}[\\p{L}\\p{M}${APOSTROPHES}]*)*`,
  'gu'
)

/** Words in lower case with ё, homoglyphs and stress marks repaired. Inner hyphens and apostrophes stay. */
export function tokenizeName(text: string): string[] {
  const plain = sanitizeText(text)
    .toLowerCase()
    .replace(OPTIONAL_MARK, '')
    .replace(/ ?[‐‑‒–—−-] ?(?=\p{L})/gu, '-')
  return (plain.match(WORD) ?? []).map(word => word.split('-').map(repairHomoglyphs).join('-'))
}
