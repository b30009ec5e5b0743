import { LETTER_TWINS } from '#shared/identity/text/sanitize.ts'
import type { Gender, PersonName } from '#shared/identity/types.ts'
import { showPart } from './display-part.ts'
import { genderOfGiven, givenGroups, givenNames } from './given-names.ts'
import { readPatronymic } from './patronymic.ts'
import { foldToken, remembered } from './phonetic-key.ts'
import { genderOfSurname, surnameStem } from './surname.ts'

export type NameRole = 'surname' | 'given' | 'patronymic'

/** One part of a name with everything its comparison needs, worked out once. */
export interface PreparedPart {
  /** With capitals where they belong. */
  shown: string
  /** Lower case, ё folded, spaces and hyphens alike. */
  raw: string
  /** Script-neutral. */
  fold: string
  initial: boolean
  cyrillic: boolean
  /** Undefined when the part tells none, as no letter does. */
  gender: Gender | undefined
}

export interface PreparedSurname extends PreparedPart {
  stem: string
  /** The halves of a double surname; empty for a single one. */
  halves: { fold: string; stem: string }[]
}

export interface PreparedGiven extends PreparedPart {
  /** Groups of diminutives it may belong to, the likeliest first. */
  groups: string[]
  /** In the table of given names: `full` for a full name, `short` for a pet form. */
  known: 'full' | 'short' | null
  /** Words of a double given name; empty for a single one. */
  words: string[]
}

export interface PreparedPatronymic extends PreparedPart {
  /** The father's folded name; empty for an initial and for what is no patronymic. */
  father: string
  /** The father's name is in the table of given names. */
  knownFather: boolean
}

export interface PreparedName {
  surname?: PreparedSurname
  given?: PreparedGiven
  patronymic?: PreparedPatronymic
  labelled: boolean
  /** By patronymic, then given name, then the form of the surname; undefined when none tells. */
  gender: Gender | undefined
  /** Equal for two writings that no comparison could tell apart. */
  key: string
}

const CYRILLIC = /\p{Script=Cyrillic}/u

/** A Latin initial may be two letters: «Yu.» is Ю. */
const isInitial = (raw: string): boolean => raw.length === 1 || /^(?:yu|ya|yo|ye|zh|sh|ch|kh|ts)$/.test(raw)

const partOf = (text: string): Omit<PreparedPart, 'gender'> => {
  const raw = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s-]+/gu, '-')
  return {
    shown: showPart(text),
    raw,
    fold: foldToken(raw.replaceAll('-', '')),
    initial: isInitial(raw),
    cyrillic: CYRILLIC.test(raw)
  }
}

const pieces = (part: Pick<PreparedPart, 'raw'>): string[] =>
  part.raw.includes('-') ? part.raw.split('-').filter(word => word.length > 1) : []

const surnameOf = remembered((text: string): PreparedSurname => {
  const part = partOf(text)
  const halves = pieces(part).map(half => ({ fold: foldToken(half), stem: surnameStem(half) }))
  return {
    ...part,
    gender: genderOfSurname(text),
    stem: surnameStem(part.raw),
    halves: halves.length > 1 ? halves : []
  }
})

const givenOf = remembered((text: string): PreparedGiven => {
  const part = partOf(text)
  const [entry] = part.initial ? [] : givenNames(part.raw)
  return {
    ...part,
    // A letter has no gender, though the fold of «Я» is a name.
    gender: text.length > 1 ? genderOfGiven(text) : undefined,
    groups: part.initial ? [part.fold] : givenGroups(part.raw),
    known: entry ? (entry.full ? 'full' : 'short') : null,
    words: pieces(part).map(foldToken)
  }
})

const patronymicOf = remembered((text: string): PreparedPatronymic => {
  const part = partOf(text)
  const read = part.initial ? null : readPatronymic(part.raw)
  return { ...part, gender: read?.gender, father: read?.father ?? '', knownFather: read?.strength === 2 }
})

/** An initial beside a Cyrillic word is meant in Cyrillic. */
const inCyrillic = (part: string): string => (part.length === 1 ? (LETTER_TWINS[part] ?? part) : part)

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
    gender: third?.gender ?? second?.gender ?? first?.gender,
    key: `${first?.raw ?? ''}|${second?.raw ?? ''}|${third?.raw ?? ''}|${name.labelled ? 1 : 0}`
  }
}

const PREPARED = Symbol('prepared')

/**
 * A name made ready for comparison. The name itself keeps it, where no JSON shows it: names are compared many times,
 * are never changed, and a weak map of them is work for the garbage collector.
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

const others = new WeakMap<PersonName, PersonName[]>()

/** The same words in other roles: how else an unlabelled name could have been meant. A letter is never a surname. */
export const reassign = (name: PersonName): PersonName[] => {
  const known = others.get(name)
  if (known) return known
  const { surname, given, patronymic } = name
  const orders: [string | undefined, string | undefined, string | undefined][] = [
    [given, surname, patronymic],
    [surname, patronymic, given],
    [patronymic, given, surname],
    [given, patronymic, surname],
    [patronymic, surname, given]
  ]
  const names = orders.flatMap(([first, second, third]) => {
    if (first?.length === 1) return []
    const other: PersonName = { labelled: false, written: name.written }
    if (first) other.surname = first
    if (second) other.given = second
    if (third) other.patronymic = third
    return [other]
  })
  others.set(name, names)
  return names
}
