/** Without signs that are mistaken for one another. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PART_CHARS = 4
const FNV_OFFSET = 0x81_1c_9d_c5
const FNV_PRIME = 0x01_00_01_93

/** FNV-1a. */
function hash32(text: string): number {
  let hash = FNV_OFFSET
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), FNV_PRIME)
  return hash >>> 0
}

function partOf(text: string): string {
  let rest = hash32(text)
  let part = ''
  while (part.length < PART_CHARS) {
    part += SIGNS[rest % SIGNS.length]
    rest = Math.floor(rest / SIGNS.length)
  }
  return part
}

/**
 * «7F3K-2041»: the first half is that of the search, the second of the people whom the report is on, so that reports of
 * one search are seen to belong together, and one that is opened again has its number. It names nothing and nobody.
 */
export const reportNumber = (searchId: string, people: readonly string[]): string =>
  `${partOf(searchId)}-${partOf([searchId, ...people.toSorted()].join(' '))}`
