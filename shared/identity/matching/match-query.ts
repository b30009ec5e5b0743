import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import { isPartOfRow } from '#shared/identity/query/reading.ts'
import { normaliseAddress } from '#shared/identity/records/address.ts'
import { textsOfIdentifier, textWords } from '#shared/identity/text/tokenize.ts'
import type { PartialDate, PersonName, Reading, SearchPlan } from '#shared/identity/types.ts'
import type { Verdict } from './match-result.ts'
import type { IdentifierKind } from './reasons.ts'

/** A reading of the line with what it asks, which is made ready when somebody first wants to know. */
export interface Asked {
  reading: Reading
  /** 0–1: what a full score is worth under this reading. */
  certainty: number
  question?: Question
}

/** What a reading asks of a record. */
export interface Question {
  names: PersonName[]
  dates: PartialDate[]
  ids: { kind: IdentifierKind; value: string; valid: boolean }[]
  /** Words that must be found as text, ё folded. */
  words: string[]
  /** Rows of words: one of them tells that the identifier stands in a plain text. */
  texts: string[][]
  /** Normalised, when the reading is an address. */
  address: string
  /** Nothing but names, and perhaps dates, is asked. */
  namesAlone: boolean
  /** Nothing but words is asked. */
  wordsAlone: boolean
  /** The verdicts so far, by the names and dates that the records say, or by the part of the words that they have. */
  verdicts: Map<string, Verdict>
}

/** Two candidate parses are enough: their order is free when compared. */
const PARSES_COMPARED = 2

const UNSURE_READING_COST = 0.04
/** What a row says beside may be unconfirmed: no more than «вероятно» without a birth date. */
const PART_OF_ROW = 0.9

const certaintyOf = (reading: Reading): number => {
  // A line that is most likely no text must not be found as one before it is found as what it is.
  if (reading.kind === 'text') return 0.5 + 0.5 * reading.confidence
  return isPartOfRow(reading) ? PART_OF_ROW : 1 - (1 - reading.confidence) * UNSURE_READING_COST
}

const makeQuestion = (reading: Reading): Question => {
  const question: Question = {
    names: [],
    dates: [],
    ids: [],
    words: [],
    texts: [],
    address: '',
    namesAlone: false,
    wordsAlone: false,
    verdicts: new Map()
  }
  for (const part of reading.kind === 'combined' ? (reading.parts ?? []) : [reading]) {
    if (part.kind === 'full_name') question.names.push(...parseName(part.value, PARSES_COMPARED))
    else if (part.kind === 'birth_date') {
      const date = parseBirthDate(part.value)
      if (date) question.dates.push(date)
    } else if (part.kind === 'address' || part.kind === 'text') {
      question.words.push(...textWords(part.value))
      if (part.kind === 'address') question.address = normaliseAddress(part.value)
    } else if (part.kind !== 'combined') {
      question.ids.push({ kind: part.kind, value: part.value, valid: part.valid })
      question.texts.push(...textsOfIdentifier(part))
    }
  }
  const { names, dates, words, ids, address } = question
  question.namesAlone = names.length > 0 && words.length + ids.length === 0
  question.wordsAlone = words.length > 0 && names.length + dates.length + ids.length === 0 && address === ''
  return question
}

/** What the reading asks; the same question at every call. */
export const questionOf = (asked: Asked): Question => {
  asked.question ??= makeQuestion(asked.reading)
  return asked.question
}

/** A part of a combined reading does not speak for itself: the whole line was asked. */
const wholeReadings = ({ readings }: SearchPlan): Reading[] => {
  const parts = readings.flatMap(({ parts = [] }) => parts)
  return readings.filter(({ kind, value }) => !parts.some(part => part.kind === kind && part.value === value))
}

const askedBy = new WeakMap<SearchPlan, readonly Asked[]>()

/** What the line asks, the surest reading first; every record that it found is held against the same. */
export const readingsAsked = (plan: SearchPlan): readonly Asked[] => {
  const known = askedBy.get(plan)
  if (known) return known
  const asked = wholeReadings(plan).map(reading => ({ reading, certainty: certaintyOf(reading) }))
  askedBy.set(plan, asked)
  return asked
}
