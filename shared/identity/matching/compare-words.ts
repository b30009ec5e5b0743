import { isParticle, ownWordsOf } from '#shared/identity/names/particles.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { type PreparedName, prepareName } from '#shared/identity/names/prepared-name.ts'
import { isTitle } from '#shared/identity/names/split-name.ts'
import { tokenizeName } from '#shared/identity/names/tokenize-name.ts'
import { NAME_PARTS, type NamePart, type PersonName } from '#shared/identity/names/types.ts'
import { memoizeByObject } from '#shared/identity/text/memoize.ts'
import type { Agreement } from './compare-name-parts.ts'

/*
 * Names compared by their words, whichever parts the words were taken for: nobody can tell the parts of «Мохаммед Али Хасан
 * Аль-Тикрити», and the same words are the same name.
 */

/** How the words of one name agree with those of another, by part of the one that has more of them. */
export interface WordAgreement {
  agrees: Partial<Record<NamePart, Agreement>>
  isReordered: boolean
}

interface WrittenName {
  /** The sounds of all words in the order in which they are written. */
  sounds: string[]
  /** The same in alphabetical order. */
  sorted: string
  /** The words themselves in alphabetical order. */
  spelled: string
  isCyrillic: boolean
  /** Words with a space between them, without particles. */
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

/** All words of one name are all words of the other. Of three or more words nothing is missing; null for anything else. */
export const compareAsWritten = (a: PersonName, b: PersonName): WordAgreement | null => {
  const { name: one } = writtenName(a)
  const { name: other } = writtenName(b)
  if (!one || !other || one.sorted !== other.sorted) return null
  const agreement = spelledAlike(one, other)
  const agrees: WordAgreement['agrees'] = {}
  const parts = PARTS_BY_WORDS[Math.min(one.count, other.count, WHOLE_NAME_WORDS)] ?? []
  for (const part of parts) agrees[part] = agreement
  if (parts.length === 0) return null
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

/**
 * All words of the shorter name are among those of the longer one: «Хасан» and «Али Хасан Аль-Тикрити». Null where one of them
 * is not.
 */
export const compareByWords = (a: PersonName, b: PersonName): WordAgreement | null => {
  const [one, other] = [prepareName(a), prepareName(b)]
  const [left, right] = [wordsOf(one), wordsOf(other)]
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left]
  const shorterName = shorter === left ? one : other
  if (shorter.length === 0 || hasInitials(shorterName)) return null
  const free = [...longer]
  const agreeing: Word[] = []
  const exact = new Set<NamePart>(NAME_PARTS)
  for (const word of shorter) {
    const at = free.findIndex(({ sound }) => sound === word.sound)
    const [same] = at < 0 ? [] : free.splice(at, 1)
    if (!same) return null
    if (same.spelled !== word.spelled) exact.delete(same.part)
    agreeing.push(same)
  }
  const script = one.isCyrillic === other.isCyrillic ? 'spelling' : 'transliteration'
  const agrees: WordAgreement['agrees'] = {}
  for (const { part } of agreeing) {
    if (!free.some(word => word.part === part)) agrees[part] = exact.has(part) ? 'equal' : script
    // Names behind a given name are further given names rather than half a father.
    else if (part === 'patronymic') agrees.given ??= 'half'
    else agrees[part] = 'half'
  }
  // A double given name is one part: it says nothing of a father.
  const isShort = NAME_PARTS.some(part => !shorterName[part])
  if (isShort && NAME_PARTS.every(part => agrees[part])) delete agrees.patronymic
  return { agrees, isReordered: true }
}
