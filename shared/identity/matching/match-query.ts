import type { Reading } from '#shared/contracts/reading.ts'
import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { PARSES_MAX } from '#shared/identity/names/assign-name-parts.ts'
import { hasObliquePatronymic } from '#shared/identity/names/oblique.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import {
  type OrganisationName,
  readOrganisationName,
  tokensWithoutForm
} from '#shared/identity/organisations/organisation-name.ts'
import { identifierTokens } from '#shared/identity/reading/identifier-tokens.ts'
import type { LineIdentifierKind } from '#shared/identity/reading/line-identifiers.ts'
import { isContactsOnly, namesOf } from '#shared/identity/reading/reading.ts'
import { normalizeAddress } from '#shared/identity/records/address.ts'
import { memoizeByObject } from '#shared/identity/text/memoize.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { type OtherNumber, otherNumbersOf } from './other-numbers.ts'

export interface QueryReading {
  reading: Reading
  /** 0–1: factor of scores under this reading. */
  certainty: number
  /** The words as one name: «Иваноф Михаил Игоревич» for «Михаил Игоревич» beside «Иваноф». */
  wholeName?: Reading
  /** Another reading has the name in the nominative. */
  isDeclined?: true
  /** Numbers of the line of a kind that this reading has already. */
  otherNumbers: readonly OtherNumber[]
  query?: MatchQuery
}

export interface MatchQuery {
  names: PersonName[]
  /** Used instead of `names` when the record lacks the word beside them, which may be the surname. */
  wholeNames: PersonName[]
  /** All words of a text as one name, used when a record has exactly these words. */
  textAsName: PersonName | undefined
  dates: PartialDate[]
  identifiers: { kind: LineIdentifierKind; value: string; valid: boolean }[]
  otherNumbers: readonly OtherNumber[]
  words: string[]
  /** A record with all tokens of one list has the identifier in plain text. */
  tokenLists: string[][]
  /** Normalized; '' without an address. */
  address: string
  organisation: OrganisationName | null
}

/** Comparison reorders unlabelled names itself; a lone word may be any part. */
const parsesCompared = (name: string): number => (name.includes(' ') ? 2 : PARSES_MAX)

const UNSURE_READING_COST = 0.04

const certaintyOf = (reading: Reading): number => {
  // A match by the likelier meaning outranks one by plain words.
  if (reading.kind === 'text') return 0.5 + 0.5 * reading.confidence
  return 1 - (1 - reading.confidence) * UNSURE_READING_COST
}

const namesIn = (reading: Reading): PersonName[] => namesOf(reading).slice(0, parsesCompared(reading.value))

const makeMatchQuery = ({ reading, wholeName, otherNumbers }: QueryReading): MatchQuery => {
  const query: MatchQuery = {
    names: [],
    wholeNames: wholeName === undefined ? [] : namesIn(wholeName),
    textAsName: reading.kind === 'text' ? parseName(reading.value, 1)[0] : undefined,
    dates: [],
    identifiers: [],
    otherNumbers,
    words: [],
    tokenLists: [],
    address: '',
    organisation: null
  }
  for (const part of reading.kind === 'combined' ? (reading.parts ?? []) : [reading]) {
    if (part.kind === 'full_name') query.names.push(...namesIn(part))
    else if (part.kind === 'birth_date') {
      const date = parseBirthDate(part.value)
      if (date) query.dates.push(date)
    } else if (part.kind === 'address' || part.kind === 'text') {
      query.words.push(...(part.kind === 'text' ? tokensWithoutForm(part.value) : tokenize(part.value)))
      if (part.kind === 'address') query.address = normalizeAddress(part.value)
      // «Вектор 7» may be a house or a company.
      if (part.kind === 'text' || part === reading) query.organisation = readOrganisationName(part.value)
    } else if (part.kind !== 'combined') {
      query.identifiers.push({ kind: part.kind, value: part.value, valid: part.valid })
      query.tokenLists.push(...identifierTokens(part))
    }
  }
  if (query.names.length > 0) query.organisation = null
  // A town beside a company is one of its words.
  if (query.organisation?.form && reading.kind === 'combined') query.address = ''
  return query
}

export const matchQueryOf = (queryReading: QueryReading): MatchQuery => {
  queryReading.query ??= makeMatchQuery(queryReading)
  return queryReading.query
}

/** Without the parts of combined readings: a record must match the whole line. */
const wholeReadings = ({ readings }: SearchPlan): Reading[] => {
  const parts = readings.flatMap(reading => (isContactsOnly(reading) ? [] : (reading.parts ?? [])))
  return readings.filter(({ kind, value }) => !parts.some(part => part.kind === kind && part.value === value))
}

/** The name that a word makes with the given name and patronymic beside it. */
const wholeNameOf = ({ parts = [] }: Reading, readings: readonly Reading[]): Reading | undefined => {
  const [name, word, ...others] = parts
  if (name?.kind !== 'full_name' || word?.kind !== 'text') return undefined
  if (others.some(({ kind }) => kind === 'text' || kind === 'full_name')) return undefined
  const [usual] = namesOf(name)
  if (!usual?.given || !usual.patronymic || usual.surname) return undefined
  const words = [...name.terms, ...word.terms].sort().join(' ')
  return readings.find(one => one.kind === 'full_name' && one.terms.toSorted().join(' ') === words)
}

const nameIn = ({ kind, value, parts = [] }: Reading): string =>
  kind === 'full_name' ? value : (parts.find(part => part.kind === 'full_name')?.value ?? '')

/** «Иванову Ивану Ивановичу» beside «Иванов Иван Иванович». */
const isDeclined = (reading: Reading, readings: readonly Reading[]): boolean =>
  hasObliquePatronymic(nameIn(reading)) &&
  readings.some(({ note, person }) => note?.includes(READING_NOTES.oblique) && person === reading.person)

export const queryReadings = memoizeByObject((plan: SearchPlan): readonly QueryReading[] =>
  wholeReadings(plan).map(reading => {
    const wholeName = wholeNameOf(reading, plan.readings)
    return {
      reading,
      certainty: certaintyOf(reading),
      otherNumbers: otherNumbersOf(reading, plan.readings),
      ...(wholeName !== undefined && { wholeName }),
      ...(isDeclined(reading, plan.readings) && { isDeclined: true })
    }
  })
)
