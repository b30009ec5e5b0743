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

export interface PreparedPart {
  displayed: string
  /** Lower case, ё as е, hyphens for spaces. */
  normal: string
  phoneticKey: string
  /** Keys of other readings of a Latin word. */
  otherKeys: readonly string[]
  initial: boolean
  cyrillic: boolean
  /** Undefined when the part shows none. */
  gender: Gender | undefined
}

export interface PreparedSurname extends PreparedPart {
  stem: string
  /** Stems of other readings of a Latin word. */
  otherStems: readonly string[]
  /** Halves of a double surname; empty for a single one. */
  halves: { phoneticKey: string; stem: string }[]
}

export interface PreparedGiven extends PreparedPart {
  groups: string[]
  tableForm: 'full' | 'short' | null
  /** Words of a double given name; empty for a single one. */
  words: string[]
}

export interface PreparedPatronymic extends PreparedPart {
  /** Phonetic key of the father or his bare name; empty for an initial. */
  father: string
  knownFather: boolean
}

export interface PreparedName {
  surname?: PreparedSurname
  given?: PreparedGiven
  patronymic?: PreparedPatronymic
  labelled: boolean
  isCyrillic: boolean
  isCompound: boolean
  /** No source and no form tells which word is which part. */
  isGuessed: boolean
  /** By patronymic, then given name, then surname; undefined when none tells. */
  gender: Gender | undefined
  /** Equal when no comparison could tell two writings apart. */
  key: string
}

const CYRILLIC = /\p{Script=Cyrillic}/u

/** «Yu.» is one Latin initial. */
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

const inCyrillic = (part: string): string => (part.length === 1 ? (CYRILLIC_HOMOGLYPHS[part] ?? part) : part)

const isCompound = (part: PreparedPart | undefined): boolean => part?.normal.includes('-') ?? false

const wordsIn = (part: PreparedPart | undefined): number =>
  part?.normal.includes('-') ? ownWordsOf(part.normal).length : Number(part !== undefined)

/** Nobody can tell the parts of a longer name without a patronymic. */
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

/** Prepares a name once and caches it on the name under a symbol; a weak map would burden the garbage collector. */
export const prepareName = (name: PersonName & { [PREPARED]?: PreparedName }): PreparedName => {
  name[PREPARED] ??= prepare(name)
  return name[PREPARED]
}

/** Equal when no comparison could tell two lists apart. */
export const namesKey = ([first, ...others]: readonly PersonName[]): string => {
  let key = first ? prepareName(first).key : ''
  for (const name of others) key += `,${prepareName(name).key}`
  return key
}

/** Other assignments of an unlabelled name; an initial is never a surname. */
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
