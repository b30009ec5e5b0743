import { isLatin, isOneTypo } from '#shared/identity/names/edit-distance.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import type { OrganisationName } from './organisation-name.ts'

/**
 * How the name of an organisation stands to the one that was asked, closest first: `spelling` in the other script;
 * `form` under another legal form; `typo` one letter off; `longer` with further words; `order` with the words in another
 * order; `shorter` without some of the words; `differs` anything else.
 */
export const CLOSENESS = [
  'equal',
  'spelling',
  'form',
  'typo',
  'longer',
  'order',
  'shorter',
  'differs'
] as const
export type Closeness = (typeof CLOSENESS)[number]

const TYPO_CHARS_MIN = 5
const IS_NUMBER = /^\p{N}/u

/** Holds the name of an organisation against the one that was asked. */
export const compareOrganisationNames = (asked: OrganisationName, name: OrganisationName): Closeness => {
  if (asked.words.length === 0 || name.words.length === 0) return 'differs'
  if (asked.key === name.key || isSameSpelling(asked.words, name.words)) {
    if (asked.form !== '' && name.form !== '' && asked.form !== name.form) return 'form'
    return asked.key === name.key ? 'equal' : 'spelling'
  }
  if (differInOneLetter(asked.words, name.words)) return 'typo'
  if (` ${name.sound} `.includes(` ${asked.sound} `)) return 'longer'
  if (name.words.toSorted().join(' ') === asked.words.toSorted().join(' ')) return 'order'
  return ` ${asked.sound} `.includes(` ${name.sound} `) ? 'shorter' : 'differs'
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
  const [asked, written] = pair
  const isWord = !IS_NUMBER.test(asked) && Math.min(asked.length, written.length) >= TYPO_CHARS_MIN
  return isWord && isOneTypo(asked, written)
}

/** A source that leaves the legal form out says nothing against the one that another source gives. */
const withoutFormless = (names: readonly OrganisationName[]): readonly OrganisationName[] =>
  names.filter(({ form, key }) => form !== '' || !names.some(other => other.form !== '' && other.key === key))

/** The closest of several names; null when there is none. */
export const closestOf = (
  asked: OrganisationName,
  names: readonly OrganisationName[]
): { name: OrganisationName; closeness: Closeness } | null => {
  let best: { name: OrganisationName; closeness: Closeness } | null = null
  for (const name of withoutFormless(names)) {
    const closeness = compareOrganisationNames(asked, name)
    if (!best || isCloser(closeness, best.closeness)) best = { name, closeness }
  }
  return best
}

export const isCloser = (one: Closeness, other: Closeness): boolean =>
  CLOSENESS.indexOf(one) < CLOSENESS.indexOf(other)

/** True when the name that was asked is this one, however it is written. */
export const isSameName = (closeness: Closeness): boolean => closeness === 'equal' || closeness === 'spelling'
