import { isParticle, ownWordsOf } from '#shared/identity/names/particles.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { type PreparedName, prepareName } from '#shared/identity/names/prepared-name.ts'
import { isTitle } from '#shared/identity/names/split-name.ts'
import { tokenizeName } from '#shared/identity/names/tokenize-name.ts'
import { NAME_PARTS, type NamePart, type PersonName } from '#shared/identity/names/types.ts'
import { memoizeByObject } from '#shared/identity/text/memoize.ts'
import type { Agreement } from './compare-name-parts.ts'

/* Compares names by words, because nobody can tell the parts of «Мохаммед Али Хасан Аль-Тикрити». */

export interface WordAgreement {
  agrees: Partial<Record<NamePart, Agreement>>
  isReordered: boolean
}

interface WrittenName {
  sounds: string[]
  sorted: string
  spelled: string
  isCyrillic: boolean
  count: number
}

const CYRILLIC = /\p{Script=Cyrillic}/u

/** Null for a name with initials. */
const writtenName = memoizeByObject(({ written }: PersonName): { name: WrittenName | null } => {
  const words = tokenizeName(written).filter(word => !isTitle(word))
  if (words.length === 0 || words.some(word => word.length === 1)) return { name: null }
  const single = words.flatMap(word => word.replaceAll('ё', 'е').split('-'))
  const sounds = single.map(phoneticKey)
  const name: WrittenName = {
    sounds,
    sorted: sounds.toSorted().join(' '),
    spelled: single.toSorted().join(' '),
    isCyrillic: CYRILLIC.test(written),
    count: words.filter(word => !isParticle(word)).length
  }
  return { name }
})

const WHOLE_NAME_WORDS = 3
const PARTS_BY_WORDS: readonly (readonly NamePart[])[] = [[], [], ['surname', 'given'], NAME_PARTS]

const CHILD_AND_FATHER: readonly NamePart[] = ['given', 'patronymic']

/** Parts covered by so many equal words; the second of two may be the father's. */
const partsOf = (words: number, a: PersonName, b: PersonName): readonly NamePart[] =>
  words === CHILD_AND_FATHER.length && (a.patronymic || b.patronymic)
    ? CHILD_AND_FATHER
    : (PARTS_BY_WORDS[Math.min(words, WHOLE_NAME_WORDS)] ?? [])

/** All words of both names are the same, three or more; else null. */
export const compareAsWritten = (a: PersonName, b: PersonName): WordAgreement | null => {
  const { name: one } = writtenName(a)
  const { name: other } = writtenName(b)
  if (!one || !other || one.sorted !== other.sorted) return null
  const agreement = spelledAlike(one, other)
  const agrees: WordAgreement['agrees'] = {}
  for (const part of partsOf(Math.min(one.count, other.count), a, b)) agrees[part] = agreement
  if (Object.keys(agrees).length === 0) return null
  return { agrees, isReordered: one.sounds.some((sound, at) => sound !== other.sounds[at]) }
}

const spelledAlike = (one: WrittenName, other: WrittenName): Agreement => {
  if (one.spelled === other.spelled) return 'equal'
  return one.isCyrillic === other.isCyrillic ? 'spelling' : 'transliteration'
}

interface Word {
  part: NamePart
  spelled: string
  sound: string
}

const wordsOf = (name: PreparedName): Word[] =>
  NAME_PARTS.flatMap(part =>
    ownWordsOf(name[part]?.normal ?? '').map(spelled => ({ part, spelled, sound: phoneticKey(spelled) }))
  )

const hasInitials = (name: PreparedName): boolean => NAME_PARTS.some(part => name[part]?.initial)

interface WordOverlap {
  /** Those of the longer name that agree, and those left over. */
  agreeing: Word[]
  free: Word[]
  exact: Set<NamePart>
}

/** All words of a name taken from a longer one; null when one is missing. */
const overlapOf = (words: readonly Word[], longer: readonly Word[]): WordOverlap | null => {
  const overlap: WordOverlap = { agreeing: [], free: [...longer], exact: new Set(NAME_PARTS) }
  for (const word of words) {
    const at = overlap.free.findIndex(({ sound }) => sound === word.sound)
    const [same] = at < 0 ? [] : overlap.free.splice(at, 1)
    if (!same) return null
    if (same.spelled !== word.spelled) overlap.exact.delete(same.part)
    overlap.agreeing.push(same)
  }
  return overlap
}

const inScripts = (a: PreparedName, b: PreparedName): Agreement =>
  a.isCyrillic === b.isCyrillic ? 'spelling' : 'transliteration'

/** A hyphen makes a double word, but not after a particle. */
const hasDoubleWord = ({ written }: PersonName): boolean =>
  tokenizeName(written).some(word => word.includes('-') && ownWordsOf(word).length > 1)

/** All words of the asked name are among those of a longer one with guessed parts. Null otherwise. */
export const compareWithGuess = (queryName: PersonName, longer: PersonName): WordAgreement | null => {
  const [one, other] = [prepareName(queryName), prepareName(longer)]
  if (!other.isGuessed || hasInitials(one) || hasDoubleWord(queryName)) return null
  const [words, from] = [wordsOf(one), wordsOf(other)]
  const overlap = words.length < from.length ? overlapOf(words, from) : null
  if (!overlap || words.length === 0) return null
  const isExact = overlap.agreeing.every(({ part }) => overlap.exact.has(part))
  const own = NAME_PARTS.filter(part => one[part])
  const count = Math.min(words.length, WHOLE_NAME_WORDS)
  const parts = own.length === count ? own : (PARTS_BY_WORDS[count] ?? [])
  const agrees: WordAgreement['agrees'] = {}
  for (const part of parts)
    if (part !== 'patronymic' || one.patronymic) agrees[part] = isExact ? 'equal' : inScripts(one, other)
  return { agrees, isReordered: true }
}

/** All words of the shorter name are in the longer one: «Хасан» in «Али Хасан Аль-Тикрити». Null otherwise. */
export const compareByWords = (a: PersonName, b: PersonName): WordAgreement | null => {
  const [one, other] = [prepareName(a), prepareName(b)]
  const [left, right] = [wordsOf(one), wordsOf(other)]
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left]
  const shorterName = shorter === left ? one : other
  if (shorter.length === 0 || hasInitials(shorterName)) return null
  const overlap = overlapOf(shorter, longer)
  if (!overlap) return null
  const { agreeing, free, exact } = overlap
  const agrees: WordAgreement['agrees'] = {}
  for (const { part } of agreeing) {
    if (!free.some(word => word.part === part))
      agrees[part] = exact.has(part) ? 'equal' : inScripts(one, other)
    else if (part === 'patronymic') agrees.given ??= 'half'
    else agrees[part] = 'half'
  }
  // A double given name says nothing about a father.
  const isShort = NAME_PARTS.some(part => !shorterName[part])
  if (isShort && NAME_PARTS.every(part => agrees[part])) delete agrees.patronymic
  return { agrees, isReordered: true }
}
