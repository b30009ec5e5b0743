import { isLatin, isOneTypo } from '#shared/identity/names/edit-distance.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import type { OrganisationName } from './organisation-name.ts'

/**
 * Closest first: `spelling` other script; `form` other legal form; `typo` one letter off; `longer` more words; `order`
 * other order; `longer_typo`, `shorter`, `shorter_typo` fewer words or one letter off besides; `differs` anything else.
 */
const CLOSENESS = [
  'equal',
  'spelling',
  'form',
  'typo',
  'longer',
  'order',
  'longer_typo',
  'shorter',
  'shorter_typo',
  'differs'
] as const
export type Closeness = (typeof CLOSENESS)[number]

/** Shorter words are never taken for a typing error: «Вега» and «Мега». */
export const ORGANISATION_TYPO_CHARS_MIN = 5

const IS_NUMBER = /^\p{N}/u

const compareOrganisationNames = (wanted: OrganisationName, name: OrganisationName): Closeness => {
  if (wanted.words.length === 0 || name.words.length === 0) return 'differs'
  if (wanted.key === name.key || isSameSpelling(wanted.words, name.words)) {
    if (wanted.form !== '' && name.form !== '' && wanted.form !== name.form) return 'form'
    return wanted.key === name.key ? 'equal' : 'spelling'
  }
  if (differInOneLetter(wanted.words, name.words)) return 'typo'
  if (` ${name.sound} `.includes(` ${wanted.sound} `)) return 'longer'
  if (name.words.toSorted().join(' ') === wanted.words.toSorted().join(' ')) return 'order'
  if (` ${wanted.sound} `.includes(` ${name.sound} `)) return 'shorter'
  return compareParts(wanted.words, name.words)
}

/** Whether the longer name contains the shorter one with one letter off. */
const compareParts = (wanted: readonly string[], words: readonly string[]): Closeness => {
  if (standsMistypedIn(wanted, words)) return 'longer_typo'
  return standsMistypedIn(words, wanted) ? 'shorter_typo' : 'differs'
}

const standsMistypedIn = (few: readonly string[], many: readonly string[]): boolean => {
  for (let at = 0; at + few.length <= many.length; at += 1)
    if (differInOneLetter(few, many.slice(at, at + few.length))) return true
  return false
}

/** The same words, some in the other script. */
const isSameSpelling = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length &&
  one.every((word, at) => {
    const written = other[at] ?? ''
    if (word === written) return true
    return isLatin(word) !== isLatin(written) && phoneticKey(word) === phoneticKey(written)
  })

/** Numbers must be equal: «ВЕКТОР-7» is not «ВЕКТОР-77». */
const differInOneLetter = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false
  const pairs = one.flatMap((word, at) => (word === other[at] ? [] : [[word, other[at] ?? ''] as const]))
  const [pair] = pairs
  if (!pair || pairs.length > 1) return false
  const [wanted, written] = pair
  const isWord =
    !IS_NUMBER.test(wanted) && Math.min(wanted.length, written.length) >= ORGANISATION_TYPO_CHARS_MIN
  return isWord && isOneTypo(wanted, written)
}

/** A missing legal form contradicts none. */
const withoutFormless = (names: readonly OrganisationName[]): readonly OrganisationName[] =>
  names.filter(({ form, key }) => form !== '' || !names.some(other => other.form !== '' && other.key === key))

/** Null when there is none. */
export const closestOf = (
  wanted: OrganisationName,
  names: readonly OrganisationName[]
): { name: OrganisationName; closeness: Closeness } | null => {
  let best: { name: OrganisationName; closeness: Closeness } | null = null
  for (const name of withoutFormless(names)) {
    const closeness = compareOrganisationNames(wanted, name)
    if (!best || isCloser(closeness, best.closeness)) best = { name, closeness }
  }
  return best
}

const isCloser = (one: Closeness, other: Closeness): boolean =>
  CLOSENESS.indexOf(one) < CLOSENESS.indexOf(other)

/** Whether the asked name is this one, however it is written. */
export const isSameName = (closeness: Closeness): boolean => closeness === 'equal' || closeness === 'spelling'
