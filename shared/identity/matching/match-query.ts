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

/** A reading with its weight and its match query, which is made on first use. */
export interface QueryReading {
  reading: Reading
  /** 0–1: the factor of scores under this reading. */
  certainty: number
  /** The same words as one name: «Иваноф Михаил Игоревич» for «Михаил Игоревич» beside the word «Иваноф». */
  wholeName?: Reading
  /** The name is in an oblique case, and another reading has it in the nominative. */
  isDeclined?: true
  /** Further numbers of the line of a kind that this reading has one of. */
  otherNumbers: readonly OtherNumber[]
  query?: MatchQuery
}

/** What a record is compared with under one reading. */
export interface MatchQuery {
  names: PersonName[]
  /** Compared instead of `names` with a record that lacks the word beside them: it may be the surname. */
  wholeNames: PersonName[]
  /** All words of a text as one name, which it is where a record has a name of just these words. */
  textAsName: PersonName | undefined
  dates: PartialDate[]
  identifiers: { kind: LineIdentifierKind; value: string; valid: boolean }[]
  otherNumbers: readonly OtherNumber[]
  /** Tokens that the record must have. */
  words: string[]
  /** Token lists of identifiers; a record with all tokens of one list has the identifier in plain text. */
  tokenLists: string[][]
  /** Normalized; '' when the reading is no address. */
  address: string
  /** A text without a person's name beside it may be an organisation's. */
  organisation: OrganisationName | null
}

/** Two parses are enough, because comparison is free to reorder an unlabelled name; a lone word may be any part. */
const parsesCompared = (name: string): number => (name.includes(' ') ? 2 : PARSES_MAX)

const UNSURE_READING_COST = 0.04

const certaintyOf = (reading: Reading): number => {
  // A match by the likelier meaning of a line must outrank one by its plain words.
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
  // A town beside a company is one of its words: alone it is anybody's.
  if (query.organisation?.form && reading.kind === 'combined') query.address = ''
  return query
}

/** The match query of a reading, made once. */
export const matchQueryOf = (queryReading: QueryReading): MatchQuery => {
  queryReading.query ??= makeMatchQuery(queryReading)
  return queryReading.query
}

/**
 * Leaves out parts of combined readings: a record must match the whole line, or either of a phone and an e-mail.
 */
const wholeReadings = ({ readings }: SearchPlan): Reading[] => {
  const parts = readings.flatMap(reading => (isContactsOnly(reading) ? [] : (reading.parts ?? [])))
  return readings.filter(({ kind, value }) => !parts.some(part => part.kind === kind && part.value === value))
}

/**
 * The name that a word of a reading makes with the given name and the patronymic beside it, whose surname it is there,
 * whatever date or number stands beside them.
 */
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

/** The readings of a plan that records are matched with, the surest first. */
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
