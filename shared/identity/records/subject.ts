import { isoDate, type PartialDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import type { DateInText } from '#shared/identity/identifiers/date-forms.ts'
import { recognizerOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS, isIdentifierKind } from '#shared/identity/identifiers/words.ts'
import { pairKeys } from '#shared/identity/lookup/keys.ts'
import { type NameForms, nameForms, wordForms } from '#shared/identity/lookup/name-key.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import type { RecordAttributes } from './attributes.ts'
import { forEachIdentifierIn } from './identifiers-in-text.ts'
import { birthDatesIn, forEachNameWithDate, fullDatesIn, mayHoldDay, namesIn } from './names-in-text.ts'
import { isOrganisationInn } from './roles.ts'

/** `name_dob` is a name as it is written with its birth date, `name_key` the same as it sounds. */
export type SubjectKind = IdentifierKind | 'name_dob' | 'name_key'

export interface SubjectValue {
  kind: SubjectKind
  value: string
}

/** Marks a value of a record that lacks the end which another may tell: the region of a plate. */
const ANY_END = '?'

/** An identifier in the forms in which it may be suppressed: a plate without its region too. */
export const identifierSubjects = (kind: IdentifierKind, value: string): SubjectValue[] => {
  const { core, shorter } = recognizerOf(kind)
  const short = shorter?.(value) ?? value
  if (short !== value) return [value, short].map(each => ({ kind, value: each }))
  return [{ kind, value: core?.(value) ?? value }]
}

/**
 * The values by which a suppression list knows the person of a record (`docs/data-protection.md` §2): every identifier
 * under which the record is found, and its names with each full date, whichever cells they stand in. Each value once.
 * An organisation is nobody on the list: its INN and OGRN are not among them, nor are its contacts where the record names
 * no person.
 *
 * @param pairsMax Of a record with more names and dates only those that are compared are paired.
 */
export const subjectValues = (attributes: RecordAttributes, pairsMax?: number): SubjectValue[] =>
  subjectsOf([attributes], pairsMax)

/** The same of several people of one record. They share texts, each of which is read once. */
export const subjectsOf = (people: readonly RecordAttributes[], pairsMax = PAIRS_MAX): SubjectValue[] => {
  const values: SubjectValue[] = []
  const valuesOfKind = new Map<SubjectKind, Set<string>>()
  const add = (subject: SubjectValue): void => {
    let own = valuesOfKind.get(subject.kind)
    if (!own) {
      own = new Set()
      valuesOfKind.set(subject.kind, own)
    }
    if (own.has(subject.value)) return
    own.add(subject.value)
    values.push(subject)
  }
  const take = (kind: IdentifierKind, value: string): void => {
    if (isPlaceholder(value)) return
    for (const subject of identifierSubjects(kind, value)) add(subject)
    if (recognizerOf(kind).shorter?.(value) === value) add({ kind, value: value + ANY_END })
  }
  const datesOf = readDatesOnce()
  const textsRead = new Set<string>()
  for (const attributes of people) {
    const others = organisationNumbers(attributes)
    for (const kind of IDENTIFIER_KINDS)
      for (const value of attributes.identifiers[kind]) if (!others.includes(value)) take(kind, value)
    for (const text of attributes.texts) {
      if (textsRead.has(text)) continue
      textsRead.add(text)
      forEachIdentifierIn(text, take)
      forEachNameWithDate(text, datesOf(text), value => add({ kind: 'name_key', value }))
    }
    const listed = peopleIn(attributes)
    // A row that lists more is not taken, and a document is read person by person.
    forEachNameAndDate(hasTooManyPairs(listed, pairsMax) ? comparedIn(attributes) : listed, add)
    forEachNameElsewhere(attributes, datesOf, pairsMax, add)
  }
  return values
}

type DatesOf = (text: string) => readonly DateInText[]

const NO_DATES: readonly DateInText[] = []

const readDatesOnce = (): DatesOf => {
  const dates = new Map<string, readonly DateInText[]>()
  return text => (mayHoldDay(text) ? dates.getOrInsertComputed(text, fullDatesIn) : NO_DATES)
}

/**
 * The subjects of names and dates that no column says to be somebody's: of each name in a text with each full date of the
 * record, and of its names with the dates of texts and of other columns. So many of them as are pairs at most.
 */
const forEachNameElsewhere = (
  attributes: RecordAttributes,
  datesOf: DatesOf,
  pairsMax: number,
  take: (subject: SubjectValue) => void
): void => {
  const { remarks, otherDates } = attributes
  if (remarks.length + otherDates.length === 0) return
  const { names, dates } = peopleIn(attributes)
  const others = [...otherDates, ...remarks].flatMap(text => birthDatesIn(text, datesOf))
  if (dates.length + others.length === 0) return
  const days = new Set([...dates, ...others].map(isoDate))
  forEachNameAndDate({ names, dates: others.slice(0, pairsMax / Math.max(1, names.length)) }, take)
  const keys = new Set<string>()
  for (const text of remarks) if (keys.size < pairsMax) for (const key of namesIn(text)) keys.add(key)
  let pairs = 0
  for (const key of keys)
    for (const day of days) if (pairs++ < pairsMax) take({ kind: 'name_key', value: `${key} ${day}` })
}

/** Names and full birth dates that may be of one another. */
export interface ListedPeople {
  names: readonly PersonName[]
  dates: readonly PartialDate[]
}

const comparedIn = ({ names, wholeNames, birthDates }: RecordAttributes): ListedPeople => ({
  names: wholeNames.length > 0 ? [...names, ...wholeNames] : names,
  dates: birthDates.filter(({ day }) => day !== undefined)
})

/** All that a record lists, also those that are not compared. */
export const peopleIn = (attributes: RecordAttributes): ListedPeople => {
  const { names, dates } = comparedIn(attributes)
  const { further } = attributes
  if (!further) return { names, dates }
  const days = further.birthDates.filter(({ day }) => day !== undefined)
  return { names: [...names, ...further.names], dates: [...dates, ...days] }
}

/** Each pair is a few values, all of which are stored. */
const PAIRS_MAX = 4_096

/** Nobody can tell then whose a record is. */
export const hasTooManyPairs = ({ names, dates }: ListedPeople, pairsMax = PAIRS_MAX): boolean =>
  names.length * dates.length > pairsMax

/** The subjects of each name with each of the dates. */
export const forEachNameAndDate = (
  { names, dates }: ListedPeople,
  take: (subject: SubjectValue) => void
): void => {
  if (dates.length === 0) return
  const written = names.map(name => ({
    texts: writtenNames(name),
    keys: [...nameKeys(nameForms(name)), ...wordsKeys(name)]
  }))
  for (const date of dates) {
    const day = isoDate(date)
    for (const { texts, keys } of written) {
      for (const text of texts) take({ kind: 'name_dob', value: `${text} ${day}` })
      for (const key of keys) take({ kind: 'name_key', value: `${key} ${day}` })
    }
  }
}

/** A phone beside a person stays a subject, whoever it belongs to: rather one too many. */
const organisationNumbers = ({ roles }: RecordAttributes): readonly string[] => {
  if (!roles?.organisation) return NO_TEXTS
  const { inn, ogrn, phone, email } = roles.organisation.identifiers
  const numbers = [...inn.filter(isOrganisationInn), ...ogrn]
  return roles.hasPerson ? numbers : [...numbers, ...phone, ...email]
}

/**
 * All values to be put on the list for a person known by one of them. Each finds some of the records: those that write
 * the name otherwise, lack a part of it or have day and month exchanged, a plate without its region.
 *
 * @param subject Its value in the form of `docs/data-protection.md` §2.
 */
export const suppressedValues = (subject: SubjectValue): SubjectValue[] => {
  const { kind, value } = subject
  if (kind !== 'name_dob') {
    const short = isIdentifierKind(kind) ? recognizerOf(kind).shorter?.(value) : undefined
    return short === undefined || short === value ? [subject] : [subject, { kind, value: short + ANY_END }]
  }
  const at = value.lastIndexOf(' ')
  const date = parseBirthDate(value.slice(at + 1))
  const keys = parseName(value.slice(0, at)).flatMap(name => [
    ...looserNameKeys(nameForms(name)),
    ...wordsKeys(name)
  ])
  const days = date ? daysOf(date) : []
  const spoken = days.flatMap(day =>
    keys.map((key): SubjectValue => ({ kind: 'name_key', value: `${key} ${day}` }))
  )
  return [subject, ...new Map(spoken.map(each => [each.value, each])).values()]
}

/** The form of public lists: ё as е. The patronymic and half of a double surname may be left out. */
const writtenNames = ({ surname = '', given = '', patronymic = '' }: PersonName): string[] => {
  const texts: string[] = []
  const add = (text: string): void => {
    if (text.includes(' ')) texts.push(text.replaceAll('ё', 'е'))
  }
  for (const one of surname.includes('-') ? [surname, ...surname.split('-')] : [surname]) {
    const short = joined(one, given)
    if (patronymic !== '') add(joined(short, patronymic))
    if (one !== '' && given !== '') add(short)
  }
  return texts
}

const joined = (one: string, other: string): string =>
  one === '' || other === '' ? one + other : `${one} ${other}`

/** A name as the search compares it, by two of its parts: the patronymic only when one of the others is unknown. */
const nameKeys = (forms: NameForms): string[] => {
  const { surnames, givens, givenInitials } = forms
  const pairs = pairKeys(forms)
  if (givens.length > 0) return pairs
  if (givenInitials.length > 0) return [...pairs, ...initialKeys(forms)]
  return pairs.length > 0 ? pairs : surnames
}

/** All words of a name of which nobody can tell the parts, as it is found by them in any order. */
const wordsKeys = (name: PersonName): string[] => {
  const words = wordForms(name) ?? []
  return words.length > 1 ? [words.join(' ')] : []
}

const initialKeys = ({ surnames, givenInitials }: NameForms): string[] =>
  surnames.flatMap(surname => givenInitials.map(initial => `${surname} ${initial}.`))

/** With those of records that lack a part of the name. */
const looserNameKeys = (forms: NameForms): string[] => [
  ...pairKeys(forms),
  ...pairKeys({ ...forms, surnames: [] }),
  ...pairKeys({ ...forms, givens: [] }),
  ...initialKeys(forms),
  ...forms.surnames
]

/** A day up to the twelfth may have been written in the place of the month. */
const daysOf = (date: PartialDate): string[] => {
  const { year, month = 0, day = 0 } = date
  if (day === 0) return []
  return day <= 12 && day !== month
    ? [isoDate(date), isoDate({ year, month: day, day: month })]
    : [isoDate(date)]
}
