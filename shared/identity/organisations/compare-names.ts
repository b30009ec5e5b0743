import { isLatin, isOneTypo } from '#shared/identity/names/edit-distance.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import type { OrganisationName } from './organisation-name.ts'

/**
 * How the name of an organisation stands to the one that was asked, closest first: `spelling` in the other script;
 * `form` under another legal form; `typo` one letter off; `longer` with further words; `order` with the words in another
 * order; `longer_typo` with further words and one letter off; `shorter` without some of the words; `shorter_typo` without
 * some and one letter off; `differs` anything else.
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

/** Shorter words are never taken for a typing error: «Вега» and «Мега» are two organisations. */
export const ORGANISATION_TYPO_CHARS_MIN = 5

const IS_NUMBER = /^\p{N}/u

/** Holds the name of an organisation against the one that was asked. */
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

/** Names of which the shorter stands in the longer with one letter off. */
const compareParts = (wanted: readonly string[], words: readonly string[]): Closeness => {
  if (standsMistypedIn(wanted, words)) return 'longer_typo'
  return standsMistypedIn(words, wanted) ? 'shorter_typo' : 'differs'
}

const standsMistypedIn = (few: readonly string[], many: readonly string[]): boolean => {
  for (let at = 0; at + few.length <= many.length; at += 1)
    if (differInOneLetter(few, many.slice(at, at + few.length))) return true
  return false
}

/** The same words, some of them in the other script. */
const isSameSpelling = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length &&
  one.every((word, at) => {
    const written = other[at] ?? ''
    if (word === written) return true
    return isLatin(word) !== isLatin(written) && phoneticKey(word) === phoneticKey(written)
  })

/** A number must agree as it is: «ВЕКТОР-7» and «ВЕКТОР-77» are two organisations. */
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

/** A source that leaves the legal form out says nothing against the one that another source gives. */
const withoutFormless = (names: readonly OrganisationName[]): readonly OrganisationName[] =>
  names.filter(({ form, key }) => form !== '' || !names.some(other => other.form !== '' && other.key === key))

/** The closest of several names; null when there is none. */
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

/** True when the name that was asked is this one, however it is written. */
export const isSameName = (closeness: Closeness): boolean => closeness === 'equal' || closeness === 'spelling'
