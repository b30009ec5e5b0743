import { isoDate, type PartialDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import type { DateInText } from '#shared/identity/identifiers/date-forms.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
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
import { isOrganisationInn, isOrganisationNumber } from './roles.ts'

/** `name_dob` is a written name with its birth date, `name_key` its sounds. */
export type SubjectKind = IdentifierKind | 'name_dob' | 'name_key'

export interface SubjectValue {
  kind: SubjectKind
  value: string
}

/** Marks a value without its optional end: a plate without its region. */
const ANY_END = '?'

/** Forms in which an identifier may be suppressed; none of an organisation's number, wherever it stands. */
export const identifierSubjects = (kind: IdentifierKind, value: string): SubjectValue[] => {
  if (isOrganisationNumber(kind, value)) return []
  const { core, shorter } = kindReaderOf(kind)
  const short = shorter?.(value) ?? value
  if (short !== value) return [value, short].map(each => ({ kind, value: each }))
  return [{ kind, value: core?.(value) ?? value }]
}

/**
 * Values by which suppression knows the person of a record (`docs/guides/data-protection.md` §2): identifiers, and names with
 * each full date, from any cell. Each once. INN and OGRN of organisations, and their contacts without a person, are
 * left out.
 * @param pairsMax Beyond it only compared names and dates are paired.
 */
export const subjectValues = (attributes: RecordAttributes, pairsMax?: number): SubjectValue[] =>
  subjectsOf([attributes], pairsMax)

/** The same for people of one record, reading shared texts once. */
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
    if (kindReaderOf(kind).shorter?.(value) === value) add({ kind, value: value + ANY_END })
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
    // A longer list is refused, a document is read person by person.
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

/** Pairs of names and dates from texts and unmapped columns, up to the limit. */
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

/** Names and dates that may belong together. */
export interface ListedPeople {
  names: readonly PersonName[]
  dates: readonly PartialDate[]
}

const comparedIn = ({ names, wholeNames, birthDates }: RecordAttributes): ListedPeople => ({
  names: wholeNames.length > 0 ? [...names, ...wholeNames] : names,
  dates: birthDates.filter(({ day }) => day !== undefined)
})

export const peopleIn = (attributes: RecordAttributes): ListedPeople => {
  const { names, dates } = comparedIn(attributes)
  const { further } = attributes
  if (!further) return { names, dates }
  const days = further.birthDates.filter(({ day }) => day !== undefined)
  return { names: [...names, ...further.names], dates: [...dates, ...days] }
}

const PAIRS_MAX = 4_096

/** Nobody can then tell whose a record is. */
export const hasTooManyPairs = ({ names, dates }: ListedPeople, pairsMax = PAIRS_MAX): boolean =>
  names.length * dates.length > pairsMax

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

/** A phone beside a person stays a subject: prefers a false match to a miss. */
const organisationNumbers = ({ roles }: RecordAttributes): readonly string[] => {
  if (!roles?.organisation) return NO_TEXTS
  const { inn, ogrn, phone, email } = roles.organisation.identifiers
  const numbers = [...inn.filter(isOrganisationInn), ...ogrn]
  return roles.hasPerson ? numbers : [...numbers, ...phone, ...email]
}

/**
 * Values to suppress for a person known by one value, including spellings that records use: other name forms, swapped
 * day and month, a plate without region.
 * @param subject In the form of `docs/guides/data-protection.md` §2.
 */
export const suppressedValues = (subject: SubjectValue): SubjectValue[] => {
  const { kind, value } = subject
  if (kind !== 'name_dob') {
    const short = isIdentifierKind(kind) ? kindReaderOf(kind).shorter?.(value) : undefined
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

/** Spelling of public lists: ё as е; patronymic and half a surname may be missing. */
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

/** Pairs of parts; the patronymic only when another part is unknown. */
const nameKeys = (forms: NameForms): string[] => {
  const { surnames, givens, givenInitials } = forms
  const pairs = pairKeys(forms)
  if (givens.length > 0) return pairs
  if (givenInitials.length > 0) return [...pairs, ...initialKeys(forms)]
  return pairs.length > 0 ? pairs : surnames
}

const wordsKeys = (name: PersonName): string[] => {
  const words = wordForms(name) ?? []
  return words.length > 1 ? [words.join(' ')] : []
}

const initialKeys = ({ surnames, givenInitials }: NameForms): string[] =>
  surnames.flatMap(surname => givenInitials.map(initial => `${surname} ${initial}.`))

const looserNameKeys = (forms: NameForms): string[] => [
  ...pairKeys(forms),
  ...pairKeys({ ...forms, surnames: [] }),
  ...pairKeys({ ...forms, givens: [] }),
  ...initialKeys(forms),
  ...forms.surnames
]

/** A day up to 12 may be the month. */
const daysOf = (date: PartialDate): string[] => {
  const { year, month = 0, day = 0 } = date
  if (day === 0) return []
  return day <= 12 && day !== month
    ? [isoDate(date), isoDate({ year, month: day, day: month })]
    : [isoDate(date)]
}
