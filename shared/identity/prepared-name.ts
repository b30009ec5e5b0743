import { LETTER_TWINS } from './clean.ts'
import { foldToken, remembered } from './fold.ts'
import { givenGroups, givenNames } from './given-names.ts'
import { genderOf } from './names.ts'
import { readPatronymic } from './patronymic.ts'
import { surnameStem } from './surname.ts'
import type { Gender, PersonName } from './types.ts'

export type NameRole = 'surname' | 'given' | 'patronymic'

/** One part of a name with everything its comparison needs, worked out once. */
export interface PreparedPart {
  /** Lower case, ё folded, spaces and hyphens alike. */
  raw: string
  /** Script-neutral. */
  fold: string
  initial: boolean
  cyrillic: boolean
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
  gender: Gender | undefined
}

export interface PreparedName {
  surname?: PreparedSurname
  given?: PreparedGiven
  patronymic?: PreparedPatronymic
  labelled: boolean
  gender: Gender | undefined
  /** Equal for two writings that no comparison could tell apart. */
  key: string
}

const CYRILLIC = /\p{Script=Cyrillic}/u

/** A Latin initial may be two letters: «Yu.» is Ю. */
const isInitial = (raw: string): boolean => raw.length === 1 || /^(?:yu|ya|yo|ye|zh|sh|ch|kh|ts)$/.test(raw)

const partOf = (text: string): PreparedPart => {
  const raw = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s-]+/gu, '-')
  return {
    raw,
    fold: foldToken(raw.replaceAll('-', '')),
    initial: isInitial(raw),
    cyrillic: CYRILLIC.test(raw)
  }
}

const pieces = (part: PreparedPart): string[] =>
  part.raw.includes('-') ? part.raw.split('-').filter(word => word.length > 1) : []

const surnameOf = remembered((text: string): PreparedSurname => {
  const part = partOf(text)
  const halves = pieces(part).map(half => ({ fold: foldToken(half), stem: surnameStem(half) }))
  return { ...part, stem: surnameStem(part.raw), halves: halves.length > 1 ? halves : [] }
})

const givenOf = remembered((text: string): PreparedGiven => {
  const part = partOf(text)
  const [entry] = part.initial ? [] : givenNames(part.raw)
  return {
    ...part,
    groups: part.initial ? [part.fold] : givenGroups(part.raw),
    known: entry ? (entry.full ? 'full' : 'short') : null,
    words: pieces(part).map(foldToken)
  }
})

const patronymicOf = remembered((text: string): PreparedPatronymic => {
  const part = partOf(text)
  const read = part.initial ? null : readPatronymic(part.raw)
  return { ...part, father: read?.father ?? '', knownFather: read?.strength === 2, gender: read?.gender }
})

/** A letter has no gender, though the fold of «Я» is a name. */
const genderOfWhole = (surname: string, given: string, patronymic: string): Gender | undefined => {
  const name: PersonName = { labelled: false, written: '' }
  if (surname !== '') name.surname = surname
  if (given.length > 1) name.given = given
  if (patronymic.length > 1) name.patronymic = patronymic
  return genderOf(name)
}

const LABELLED = 'labelled'
/** Parts stand on lines of their own. */
const prepareParts = remembered((parts: string): PreparedName => {
  const [surname = '', given = '', patronymic = '', labelled] = parts.split('\n')
  const prepared: PreparedName = {
    labelled: labelled === LABELLED,
    gender: genderOfWhole(surname, given, patronymic),
    key: ''
  }
  const inCyrillic = CYRILLIC.test(surname) || CYRILLIC.test(given)
  const spelled = (part: string): string =>
    // An initial beside a Cyrillic surname is meant in Cyrillic.
    inCyrillic && part.length === 1 ? (LETTER_TWINS[part] ?? part) : part
  if (surname !== '') prepared.surname = surnameOf(surname)
  if (given !== '') prepared.given = givenOf(spelled(given))
  if (patronymic !== '') prepared.patronymic = patronymicOf(spelled(patronymic))
  prepared.key = [
    prepared.surname?.raw,
    prepared.given?.raw,
    prepared.patronymic?.raw,
    prepared.labelled ? 1 : 0
  ].join('|')
  return prepared
})

const ready = new WeakMap<PersonName, PreparedName>()

/** A name made ready for comparison; remembered for as long as the name itself lives, and for others like it. */
export const prepareName = (name: PersonName): PreparedName => {
  const known = ready.get(name)
  if (known) return known
  const { surname = '', given = '', patronymic = '', labelled } = name
  const prepared = prepareParts(`${surname}\n${given}\n${patronymic}\n${labelled ? LABELLED : ''}`)
  ready.set(name, prepared)
  return prepared
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
