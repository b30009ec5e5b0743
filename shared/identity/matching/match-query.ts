import type { Reading } from '#shared/contracts/reading.ts'
import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { identifierTokens } from '#shared/identity/query/identifier-tokens.ts'
import { isPartialReading } from '#shared/identity/query/reading.ts'
import { normalizeAddress } from '#shared/identity/records/address.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import type { IdentifierKind } from './reasons.ts'
import type { MatchResult } from './types.ts'

/** A reading of the line with what it asks, which is made ready when somebody first wants to know. */
export interface QueryReading {
  reading: Reading
  /** 0–1: what a full score is worth under this reading. */
  certainty: number
  query?: MatchQuery
}

/** What a reading asks of a record. */
export interface MatchQuery {
  names: PersonName[]
  dates: PartialDate[]
  identifiers: { kind: IdentifierKind; value: string; valid: boolean }[]
  /** Words that must be found as text, ё as е. */
  words: string[]
  /** Rows of words: one of them tells that the identifier stands in a plain text. */
  tokenLists: string[][]
  /** Normalized, when the reading is an address. */
  address: string
  /** Nothing but names, and perhaps dates, is asked. */
  namesAlone: boolean
  /** Nothing but words is asked. */
  wordsAlone: boolean
  /** The verdicts so far, by the names and dates that the records say, or by the part of the words that they have. */
  results: Map<string, MatchResult>
}

/** Two candidate parses are enough: their order is free when compared. */
const PARSES_COMPARED = 2

const UNSURE_READING_COST = 0.04
/** What a row says beside may be unconfirmed: no more than «вероятно» without a birth date. */
const PART_OF_ROW = 0.9

const certaintyOf = (reading: Reading): number => {
  // A line that is most likely no text must not be found as one before it is found as what it is.
  if (reading.kind === 'text') return 0.5 + 0.5 * reading.confidence
  return isPartialReading(reading) ? PART_OF_ROW : 1 - (1 - reading.confidence) * UNSURE_READING_COST
}

const makeMatchQuery = (reading: Reading): MatchQuery => {
  const query: MatchQuery = {
    names: [],
    dates: [],
    identifiers: [],
    words: [],
    tokenLists: [],
    address: '',
    namesAlone: false,
    wordsAlone: false,
    results: new Map()
  }
  for (const part of reading.kind === 'combined' ? (reading.parts ?? []) : [reading]) {
    if (part.kind === 'full_name') query.names.push(...parseName(part.value, PARSES_COMPARED))
    else if (part.kind === 'birth_date') {
      const date = parseBirthDate(part.value)
      if (date) query.dates.push(date)
    } else if (part.kind === 'address' || part.kind === 'text') {
      query.words.push(...tokenize(part.value))
      if (part.kind === 'address') query.address = normalizeAddress(part.value)
    } else if (part.kind !== 'combined') {
      query.identifiers.push({ kind: part.kind, value: part.value, valid: part.valid })
      query.tokenLists.push(...identifierTokens(part))
    }
  }
  const { names, dates, words, identifiers, address } = query
  query.namesAlone = names.length > 0 && words.length + identifiers.length === 0
  query.wordsAlone =
    words.length > 0 && names.length + dates.length + identifiers.length === 0 && address === ''
  return query
}

/** What the reading asks; the same question at every call. */
export const matchQueryOf = (queryReading: QueryReading): MatchQuery => {
  queryReading.query ??= makeMatchQuery(queryReading.reading)
  return queryReading.query
}

/** A part of a combined reading does not speak for itself: the whole line was asked. */
const wholeReadings = ({ readings }: SearchPlan): Reading[] => {
  const parts = readings.flatMap(({ parts = [] }) => parts)
  return readings.filter(({ kind, value }) => !parts.some(part => part.kind === kind && part.value === value))
}

const readingsByPlan = new WeakMap<SearchPlan, readonly QueryReading[]>()

/** What the line asks, the surest reading first; every record that it found is held against the same. */
export const queryReadings = (plan: SearchPlan): readonly QueryReading[] => {
  const cached = readingsByPlan.get(plan)
  if (cached) return cached
  const weighted = wholeReadings(plan).map(reading => ({ reading, certainty: certaintyOf(reading) }))
  readingsByPlan.set(plan, weighted)
  return weighted
}
