import { repairHomoglyphs } from '#shared/identity/text/homoglyphs.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'

/**
 * Words of a name: lower case, ё kept, homoglyphs repaired, stress marks and invisible signs gone. A hyphen or
 * an apostrophe inside a word stays in it.
 */
export function tokenizeName(text: string): string[] {
  const plain = sanitizeText(text)
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ ?[‐‑‒–—−-] ?(?=\p{L})/gu, '-')
  return (plain.match(/\p{L}[\p{L}\p{N}'’ʼ`]*(?:-\p{L}[\p{L}'’ʼ`]*)*/gu) ?? []).map(word =>
    word.split('-').map(repairHomoglyphs).join('-')
  )
}
