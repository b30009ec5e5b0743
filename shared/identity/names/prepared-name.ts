import { CYRILLIC_HOMOGLYPHS } from '#shared/identity/text/homoglyphs.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { formatNamePart } from './display-part.ts'
import { genderOfGiven, givenGroup, givenGroups, givenNames } from './given-names.ts'
import { otherPhoneticKeys } from './latin-readings.ts'
import { isParticle, ownWordsOf } from './particles.ts'
import { parsePatronymic } from './patronymic.ts'
import { phoneticKey } from './phonetic-key.ts'
import { genderOfSurname, otherSurnameStems, surnameStem } from './surname.ts'
import type { Gender, PersonName } from './types.ts'

/** One part of a name with everything that its comparison needs. */
export interface PreparedPart {
  /** With capitals where they belong. */
  displayed: string
  /** Lower case, ё as е, hyphens for spaces. */
  normal: string
  phoneticKey: string
  /** Of a Latin word as it is read elsewhere. */
  otherKeys: readonly string[]
  initial: boolean
  cyrillic: boolean
  /** Undefined when the part tells none, as no letter does. */
  gender: Gender | undefined
}

export interface PreparedSurname extends PreparedPart {
  stem: string
  /** Of a Latin word as it is read elsewhere. */
  otherStems: readonly string[]
  /** The halves of a double surname without particles; empty for a single one. */
  halves: { phoneticKey: string; stem: string }[]
}

export interface PreparedGiven extends PreparedPart {
  /** Groups of diminutives it may belong to, the likeliest first. */
  groups: string[]
  /** In the table of given names: `full` for a full name, `short` for a pet form. */
  tableForm: 'full' | 'short' | null
  /** Words of a double given name; empty for a single one. */
  words: string[]
}

export interface PreparedPatronymic extends PreparedPart {
  /** The father's phonetic key, also of his bare name («Гейдар Фикрет»); empty for an initial. */
  father: string
  /** The father's name is in the table of given names. */
  knownFather: boolean
}

export interface PreparedName {
  surname?: PreparedSurname
  given?: PreparedGiven
  patronymic?: PreparedPatronymic
  labelled: boolean
  isCyrillic: boolean
  /** One of the parts is several words. */
  isCompound: boolean
  /**
   * Which word is which part is a guess: no source says it, no patronymic shows it by its form, and the words are more than
   * three, or neither a given name of the table nor the ending of a surname tells.
   */
  isGuessed: boolean
  /** By patronymic, then given name, then the form of the surname; undefined when none tells. */
  gender: Gender | undefined
  /** Equal for two writings that no comparison could tell apart. */
  key: string
}

const CYRILLIC = /\p{Script=Cyrillic}/u

/** A Latin initial may be two letters: «Yu.» is Ю. */
const isInitial = (raw: string): boolean => raw.length === 1 || /^(?:yu|ya|yo|ye|zh|sh|ch|kh|ts)$/.test(raw)

const NO_KEYS: readonly string[] = []

const partOf = (text: string): Omit<PreparedPart, 'gender'> => {
  const raw = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s-]+/gu, '-')
  return {
    displayed: formatNamePart(text),
    normal: raw,
    phoneticKey: phoneticKey(raw.replaceAll('-', '')),
    otherKeys: isInitial(raw) ? NO_KEYS : otherPhoneticKeys(raw.replaceAll('-', '')),
    initial: isInitial(raw),
    cyrillic: CYRILLIC.test(raw)
  }
}

const pieces = ({ normal }: Pick<PreparedPart, 'normal'>): string[] =>
  normal.includes('-') ? ownWordsOf(normal).filter(word => word.length > 1) : []

const surnameOf = memoize((text: string): PreparedSurname => {
  const part = partOf(text)
  const halves = pieces(part).map(half => ({ phoneticKey: phoneticKey(half), stem: surnameStem(half) }))
  const isWithParticle = part.normal.split('-').some(isParticle)
  return {
    ...part,
    gender: genderOfSurname(text),
    stem: surnameStem(part.normal),
    otherStems: part.otherKeys.length === 0 ? NO_KEYS : otherSurnameStems(part.normal),
    halves: halves.length > 1 || isWithParticle ? halves : []
  }
})

const givenOf = memoize((text: string): PreparedGiven => {
  const part = partOf(text)
  const [entry] = part.initial ? [] : givenNames(part.normal)
  return {
    ...part,
    // A letter has no gender, though the phonetic key of «Я» is a name.
    gender: text.length > 1 ? genderOfGiven(text) : undefined,
    groups: part.initial ? [part.phoneticKey] : givenGroups(part.normal),
    tableForm: entry ? (entry.full ? 'full' : 'short') : null,
    words: pieces(part).map(phoneticKey)
  }
})

const patronymicOf = memoize((text: string): PreparedPatronymic => {
  const part = partOf(text)
  const read = part.initial ? null : parsePatronymic(part.normal)
  const father = read?.father ?? (part.initial ? '' : givenGroup(part.normal))
  return { ...part, gender: read?.gender, father, knownFather: read?.strength === 2 }
})

/** An initial beside a Cyrillic word is meant in Cyrillic. */
const inCyrillic = (part: string): string => (part.length === 1 ? (CYRILLIC_HOMOGLYPHS[part] ?? part) : part)

const isCompound = (part: PreparedPart | undefined): boolean => part?.normal.includes('-') ?? false

const wordsIn = (part: PreparedPart | undefined): number =>
  part?.normal.includes('-') ? ownWordsOf(part.normal).length : Number(part !== undefined)

/** Longer names without a patronymic have parts of several words, and nobody can tell which. */
const WORDS_TOLD = 3

const isGuessed = (
  surname: PreparedSurname | undefined,
  given: PreparedGiven | undefined,
  patronymic: PreparedPatronymic | undefined
): boolean => {
  if (patronymic?.gender || surname?.initial || given?.initial || patronymic?.initial) return false
  return (
    (!given?.tableForm && !surname?.gender) ||
    wordsIn(surname) + wordsIn(given) + wordsIn(patronymic) > WORDS_TOLD
  )
}

const prepare = (name: PersonName): PreparedName => {
  let { given = '', patronymic = '' } = name
  if ((given.length === 1 || patronymic.length === 1) && CYRILLIC.test(`${name.surname ?? ''}${given}`)) {
    given = inCyrillic(given)
    patronymic = inCyrillic(patronymic)
  }
  const first = name.surname ? surnameOf(name.surname) : undefined
  const second = given ? givenOf(given) : undefined
  const third = patronymic ? patronymicOf(patronymic) : undefined
  return {
    surname: first,
    given: second,
    patronymic: third,
    labelled: name.labelled,
    isCyrillic: (first ?? second ?? third)?.cyrillic ?? true,
    isCompound: isCompound(first) || isCompound(second) || isCompound(third),
    isGuessed: !name.labelled && isGuessed(first, second, third),
    gender: third?.gender ?? second?.gender ?? first?.gender,
    key: `${first?.normal ?? ''}|${second?.normal ?? ''}|${third?.normal ?? ''}|${name.labelled ? 1 : 0}`
  }
}

const PREPARED = Symbol('prepared')

/**
 * A name prepared for comparison. It is cached on the name under a symbol, which no JSON shows: names are compared many
 * times and never changed, and a weak map of them would burden the garbage collector.
 */
export const prepareName = (name: PersonName & { [PREPARED]?: PreparedName }): PreparedName => {
  name[PREPARED] ??= prepare(name)
  return name[PREPARED]
}

/** Equal for two lists of names that no comparison could tell apart. */
export const namesKey = ([first, ...others]: readonly PersonName[]): string => {
  let key = first ? prepareName(first).key : ''
  for (const name of others) key += `,${prepareName(name).key}`
  return key
}

/** Other assignments of the words of an unlabelled name to its parts. A letter is never a surname. */
export const reorderParts = ({ surname, given, patronymic, written }: PersonName): PersonName[] => {
  const orders: [string | undefined, string | undefined, string | undefined][] = [
    [given, surname, patronymic],
    [surname, patronymic, given],
    [patronymic, given, surname],
    [given, patronymic, surname],
    [patronymic, surname, given]
  ]
  return orders.flatMap(([first, second, third]) => {
    if (first?.length === 1) return []
    const name: PersonName = { labelled: false, written }
    if (first) name.surname = first
    if (second) name.given = second
    if (third) name.patronymic = third
    return [name]
  })
}
