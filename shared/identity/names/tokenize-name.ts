import { APOSTROPHES, repairHomoglyphs } from '#shared/identity/text/homoglyphs.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'

/** Stress and vowel signs that may be left out; those of Indian scripts are letters of the name. */
const OPTIONAL_MARK = /(?=[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}\p{sc=Cyrl}])\p{M}/gu

const WORD = new RegExp(
  `\\p{L}[\\p{L}\\p{M}\\p{N}${APOSTROPHES}]*(?:-\\p{L}[\\p{L}\\p{M}${APOSTROPHES}]*)*`,
  'gu'
)

/**
 * Words of a name: lower case, ё kept, homoglyphs repaired, stress marks and invisible signs gone. A hyphen or
 * an apostrophe inside a word stays in it.
 */
export function tokenizeName(text: string): string[] {
  const plain = sanitizeText(text)
    .toLowerCase()
    .replace(OPTIONAL_MARK, '')
    .replace(/ ?[‐‑‒–—−-] ?(?=\p{L})/gu, '-')
  return (plain.match(WORD) ?? []).map(word => word.split('-').map(repairHomoglyphs).join('-'))
}
