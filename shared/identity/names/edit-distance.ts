import { APOSTROPHES } from '#shared/identity/text/homoglyphs.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { collapseSounds, phoneticKey, soundClasses } from './phonetic-key.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LATIN = new RegExp(`^[a-z${APOSTROPHES} -]+$`)

/** Variants take time by the square of the length. */
export const NAME_PART_CHARS_MAX = 64

export function isLatin(word: string): boolean {
  return LATIN.test(word)
}

export function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start += 1
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA -= 1
    endB -= 1
  }
  const [restA, restB] = [endA - start, endB - start]
  if (restA <= 1 && restB <= 1) return true
  return restA === 2 && restB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}

/** Each entry holds hundreds of texts, and only words of queries need them. */
const CACHED_WORDS_MAX = 128

/** Phonetic keys of a word with each typing error; about 400 for nine Latin letters. */
export const phoneticVariants = memoize((latin: string): ReadonlySet<string> => {
  const words = new Set<string>([latin])
  for (let at = 0; at <= latin.length; at += 1) {
    const [before, after] = [latin.slice(0, at), latin.slice(at + 1)]
    if (at < latin.length) words.add(before + after)
    if (at + 1 < latin.length) words.add(before + latin[at + 1] + latin[at] + after.slice(1))
    for (const letter of LETTERS) {
      words.add(before + letter + latin.slice(at))
      if (at < latin.length) words.add(before + letter + after)
    }
  }
  return new Set([...words].map(word => collapseSounds(soundClasses(word))))
}, CACHED_WORDS_MAX)

export function soundsAlike(one: string, other: string): boolean {
  return isLatin(one) !== isLatin(other) && phoneticKey(one) === phoneticKey(other)
}

/** Whether two words differ by one typing error; across scripts, by one in the Latin word. */
export function isOneTypo(one: string, other: string): boolean {
  if (isLatin(one) === isLatin(other)) return isOneEdit(one, other)
  const [latin, cyrillic] = isLatin(one) ? [one, other] : [other, one]
  if (latin.length > NAME_PART_CHARS_MAX) return false
  const [wrong, sound] = [phoneticKey(latin), phoneticKey(cyrillic)]
  if (wrong === sound || !differsLittle(wrong, sound)) return false
  return isOneEdit(wrong, sound) || phoneticVariants(latin).has(sound)
}

/** One wrong letter changes at most so many sounds. */
const SOUNDS_TOUCHED = 4

function differsLittle(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return Math.max(one.length, other.length) - start - end <= SOUNDS_TOUCHED
}
