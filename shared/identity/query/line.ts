import { PERSONS_IN_LINE_MAX } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { hasTokens } from '#shared/identity/text/tokenize.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { combinedOf, type Part, partOf, partsOf } from './combinations.ts'
import { withoutQuestion } from './common-words.ts'
import { isYearSign } from './date-words.ts'
import { readBirthDate, readPlate, readVin } from './identifiers.ts'
import { withoutLabels } from './labels.ts'
import { loneNick, withoutNicks } from './nicks.ts'
import { numberReadings, squeezedReadings } from './numbers.ts'
import { withoutGaps } from './papers/case-numbers.ts'
import { withoutFieldWords, withoutOccasion } from './papers/occasion.ts'
import { extractPieces, PIECES_MAX, type Piece, type Pieces } from './pieces.ts'
import { isContactsOnly, joinNotes, makeReading, rankReadings, roundConfidence } from './reading.ts'
import { addressConfidence, isOrganization } from './recognize-address.ts'
import { nameReading, recognizeName } from './recognize-name.ts'
import {
  fillersNote,
  noted,
  notSearchedNote,
  placeholderNote,
  withoutConjunctions,
  withoutRemarks
} from './remarks.ts'
import { rowReadings } from './row.ts'
import { dateOfStreetDay } from './street-dates.ts'
import { withAgeNote, withoutAges } from './unsearched/ages.ts'
import { withoutUnsearchedParts } from './unsearched/parts.ts'
import { combineReadings, wordReadings } from './word-readings.ts'

const DASH = /[‐‑‒–—−]/
/** Typographic dashes between digits, one sign for one, so that positions stay. */
const FIGURE_DASH = /(?<=\d ?)[‐‑‒–—−](?= ?\d)/gu
const TEXT_LAST = 0.05
const TEXT_LIKELY = 0.55
const ALONE_MAX = 0.6
/** Looked up at once, and below whatever stands beside it. */
const CASE = 0.5
/** Looked up last: many records have the words «45» and «2022». */
const LAST = 0.4
/** A phone and an e-mail may be those of two people. */
const EITHER = 0.9

/** With a surer reading of the whole line, its separators are meant. */
const SURE_NUMBER = 0.9
const SPACED_SIGNS_MAX = 40
const VIN_SIGNS = 17
const PLATE_SIGNS_MAX = 12

/** Readings of a sanitized line in the layout in which it was typed. */
export function lineReadings(line: string): Reading[] {
  const { text, isAged } = withoutAges(line)
  if (isAged && text === '')
    return [makeReading('text', line, line, { confidence: TEXT_LIKELY, note: READING_NOTES.age })]
  return isAged ? withAgeNote(agelessReadings(text)) : agelessReadings(line)
}

function agelessReadings(line: string): Reading[] {
  const readings = writtenReadings(line)
  if ((readings[0]?.confidence ?? 0) >= SURE_NUMBER && readings[0]?.kind !== 'combined') return readings
  const guesses = [...squeezedReadings(line), ...spacedReadings(line), ...dateOfStreetDay(line)]
  return guesses.length > 0 ? rankReadings([...readings, ...guesses]) : readings
}

/** «0DMPA4B26 KP204175», «А.417.ВС.00»: a line that is one VIN or plate when its separators are left out. */
function spacedReadings(line: string): Reading[] {
  if (line.length > SPACED_SIGNS_MAX || !/\p{L}/u.test(line) || !/\d/.test(line)) return []
  const tight = line.replace(/[ ._-]+/g, '')
  const vin = tight.length === VIN_SIGNS ? readVin(tight, 0.6) : null
  const plate = tight.length <= PLATE_SIGNS_MAX ? readPlate(tight, 0.6) : null
  return [vin, plate].filter(one => one !== null)
}

function writtenReadings(line: string): Reading[] {
  if (isPlaceholder(line))
    return [makeReading('text', line, line, { confidence: TEXT_LAST, note: placeholderNote(line) })]
  const lone = partOfPassport(line) ?? loneNick(line)
  if (lone) return lone
  const plain = DASH.test(line) ? line.replace(FIGURE_DASH, '-') : line
  const whole = wholeNumber(plain)
  if (whole.length > 0) return [...whole, makeReading('text', line, line, { confidence: TEXT_LAST })]
  const { text: nickless, nicks } = withoutNicks(plain)
  const parts = withoutUnsearchedParts(nickless)
  const { text: searchedText, note: unsearched, cases = [], papers = [], isEvent } = parts
  if (isEvent)
    return [makeReading('text', line, line, { confidence: TEXT_LIKELY, note: READING_NOTES.eventDate })]
  if (searchedText === '' && papers.length > 0)
    return rankReadings([
      ...papers.map(ofPaper).map(one => ({ ...one, confidence: TEXT_LIKELY })),
      makeReading('text', line, line, { confidence: TEXT_LAST })
    ])
  const extracted = extractPieces(searchedText)
  if (isListOfNumbers(extracted))
    return [makeReading('text', line, line, { confidence: TEXT_LIKELY, note: READING_NOTES.list })]
  const { pieces, fillers } = extracted
  const { rest, roles } = withoutLabels(extracted.rest)
  // «ИНН 0000000000»: there is nothing else to look for.
  if (rest === '' && pieces.length === 0 && fillers.length > 0)
    return noted(line, wordsOf(line), READING_NOTES.placeholder)
  const isWhole = searchedText === plain && fillers.length === 0 && rest === extracted.rest
  const words = isWhole || pieces.length > 0 || rest === '' ? line : rest
  const readings = readingsOfPieces(words, { pieces, rest })
  const others = [
    ...rowReadings({ pieces, rest }),
    ...cases.map(ofCase),
    ...papers.map(ofPaper),
    ...nicks.map(ofNick)
  ]
  const all = others.length > 0 ? rankReadings([...readings, ...others]) : readings
  const note = joinNotes([unsearched, notSearchedNote(roles), fillersNote(fillers)])
  return note === undefined ? all : noted(line, all, note)
}

/** An alternative, not a part: a record of the person without the case lacks nothing. */
const ofCase = (number: string): Reading => makeReading('text', number, number, { confidence: CASE })
const ofPaper = (number: string): Reading =>
  makeReading('text', withoutGaps(number), number, { confidence: LAST, note: READING_NOTES.paper })
const ofNick = (nick: string): Reading => makeReading('text', nick, nick, { confidence: LAST })

function readingsOfPieces(
  line: string,
  { pieces, rest: written }: Pick<Pieces, 'pieces' | 'rest'>
): Reading[] {
  const remarks = withoutRemarks(written, pieces.length > 0)
  const occasion = withoutOccasion(remarks.rest)
  const { rest, note: fields } = withoutFieldWords(occasion.rest)
  const note = joinNotes([remarks.note, occasion.note, fields])
  const { name, year } = withYear(rest, pieces)
  if (pieces.length === 0 && !year) {
    const text = rest === written ? line : rest
    return noted(line, rankReadings([...wordsOf(text), ...unknownNameWithYear(text)]), note)
  }
  const words = hasTokens(withoutQuestion(name)) ? wordReadings(name) : []
  const [best] = words
  const numbers = partsOf(year ? [...pieces, { readings: [year] }] : pieces)
  const inWords = best?.kind === 'combined' ? partsOfWords(best, words) : best ? [partOf(namesOf(words))] : []
  const parts = [...inWords, ...numbers]
  const last = makeReading('text', line, line, { confidence: TEXT_LAST })
  const alternatives = alternativesOf(parts, inWords.length > 0)
  if (alternatives) return rankReadings([...alternatives, last])
  const all = combinedOf(parts)
  const areContacts = all.some(isContactsOnly)
  const combinedReadings = areContacts ? all.filter(isContactsOnly) : all
  // Unknown words may be a name too, as in «Шмидт Анна Павловна 25.03.2006» or with a typing error.
  const names = best?.kind === 'full_name' ? [] : words.filter(one => one.kind === 'full_name').slice(0, 1)
  for (const one of names)
    for (const combined of combinedOf([partOf([one]), ...numbers], 1))
      combinedReadings.push({ ...combined, confidence: Math.min(combined.confidence, one.confidence) })
  const alone = parts.flat().map(({ reading, rank }) => ({
    ...reading,
    confidence:
      areContacts && rank === 0 ? EITHER : roundConfidence(Math.min(reading.confidence, ALONE_MAX) / 2)
  }))
  return [...noted(line, combinedReadings, note), ...rankReadings([...alone, last])].toSorted(
    (one, other) => other.confidence - one.confidence
  )
}

const CAPITALS = /^(?:\p{Lu}[а-яё’'-]+(?: |$)){2,3}$/u
const UNKNOWN_NAME = 0.5
const UNKNOWN_NAME_IN_CAPITALS = 0.6

/** «Дуб Фуруг 1980», «Ким 1975»: words that no table knows may be a name beside a year of birth. */
function unknownNameWithYear(text: string): Reading[] {
  const span = YEAR.exec(text)?.[0]
  if (span === undefined || addressConfidence(text) > 0 || isOrganization(text)) return []
  const name = text
    .replace(span, ' ')
    .replace(/[\s,;]+/g, ' ')
    .trim()
  const { names } = recognizeName(name)
  const [best] = names
  const year = readBirthDate(span, UNKNOWN_NAME)
  if (!best || !year) return []
  const reading = nameReading(best, name, { confidence: UNKNOWN_NAME }, names)
  return [combineReadings([reading, year], CAPITALS.test(name) ? UNKNOWN_NAME_IN_CAPITALS : UNKNOWN_NAME)]
}

const wordsOf = (text: string): Reading[] =>
  /[\p{L}\d]/u.test(text) ? wordReadings(text) : [makeReading('text', text, text, { confidence: TEXT_LAST })]

/** Several numbers of one kind, or several dates, with nothing beside them: each is asked for by itself. */
function alternativesOf(parts: readonly Part[], hasWords: boolean): Reading[] | null {
  const readings = parts.flat().map(({ reading }) => reading)
  if (parts.length === 1) return readings
  const areDates = !hasWords && readings.every(({ kind }) => kind === 'birth_date')
  return areDates ? readings : null
}

/** More numbers of one kind than one search looks for, without a word beside them. */
function isListOfNumbers({ pieces, rest }: Pieces): boolean {
  if (pieces.length <= PERSONS_IN_LINE_MAX || /\p{L}{2}/u.test(withoutConjunctions(rest))) return false
  return (
    pieces.length >= PIECES_MAX || partsOf(pieces).some(part => alternativesIn(part) > PERSONS_IN_LINE_MAX)
  )
}

const alternativesIn = (part: Part): number => part.filter(({ rank }) => rank === 0).length

const PASSPORT_PART = /^(?:паспорта? ?)?(?:сери[яи]|сер\.?|номер|ном\.?|№)[ .:№]{0,4}(\d[\d ]{1,7})$/iu
const SERIES = /^(\d{2} \d{2})$/

/** «серия 45 03», «45 03», «номер 204175»: half a passport or any number, searched as a word. */
function partOfPassport(line: string): Reading[] | null {
  const digits = (PASSPORT_PART.exec(line) ?? SERIES.exec(line))?.[1]?.replaceAll(' ', '')
  if (digits === undefined) return null
  return [
    makeReading('text', digits, line, { confidence: TEXT_LIKELY, note: READING_NOTES.number }),
    makeReading('text', line, line, { confidence: TEXT_LAST })
  ]
}

const NUMBER = /^[\d+(][\d\s()+.№/-]*$/
const SHORT_DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/

/** All readings of a line that is one number, dates and years too. */
function wholeNumber(line: string): Reading[] {
  if (!NUMBER.test(line) || SHORT_DATE.test(line)) return []
  const readings = numberReadings(line)
  if (readings.length > 0 || !/^[\d ]+$/.test(line)) return readings
  const spaced = extractPieces(line)
  if (spaced.pieces.length > 0) return []
  return numberReadings(line.replaceAll(' ', '')).map(one => ({ ...one, terms: line.split(' ') }))
}

/** Beside other parts all readings of a name are possible; other words have one reading. */
function namesOf(words: Reading[]): Reading[] {
  const [best] = words
  return best?.kind === 'full_name' ? words.filter(one => one.kind === 'full_name') : words.slice(0, 1)
}

/** Records have a name in the nominative, whatever stands beside it in an oblique case: all readings of it are a part. */
function partsOfWords({ parts = [] }: Reading, words: readonly Reading[]): Part[] {
  const names = words.flatMap(one => one.parts ?? []).filter(({ kind }) => kind === 'full_name')
  const isDeclined = names.some(({ note }) => note === READING_NOTES.oblique)
  return parts.map(part => {
    const others = names.filter(({ value }) => value !== part.value)
    return partOf(isDeclined && part.kind === 'full_name' ? [part, ...others] : [part])
  })
}

const YEAR = /(?<![\p{L}\d])(?:19|20)\d{2}(?: ?г(?!\p{L})\.?)?(?![\p{L}\d./-])/u
const YEAR_DIGITS = 4
const isBirthDate = ({ readings }: Piece): boolean => readings[0]?.kind === 'birth_date'

/** «Иванов Иван 1980», «1980 Пермь Иванов Иван»: a year beside a sure name is the year of birth. */
function withYear(rest: string, pieces: Piece[]): { name: string; year: Reading | null } {
  const yearMatch = /\d/.test(rest) && !pieces.some(isBirthDate) ? YEAR.exec(rest) : null
  if (!yearMatch) return { name: rest, year: null }
  const span = yearSpan(yearMatch[0], rest.slice(yearMatch.index + yearMatch[0].length))
  const name = `${rest.slice(0, yearMatch.index)}, ${rest.slice(yearMatch.index + span.length)}`
    .replace(/\s+/g, ' ')
    .replace(/(?: ?[,;] ?){2,}/g, ', ')
    .replace(/^[\s,;]+|[\s,;]+$/g, '')
  const year = name === '' || isName(name) ? readBirthDate(span, 0.85) : null
  return year ? { name, year } : { name: rest, year: null }
}

/** In «1980 г. Пермь» the «г.» is the town's. */
const yearSpan = (written: string, after: string): string =>
  written.endsWith('.') && !isYearSign(after) ? written.slice(0, YEAR_DIGITS) : written

/** The year tells that a name is meant. */
const NAME_BESIDE_YEAR = 0.55

/** A name, also with a place or other words beside it. */
function isName(text: string): boolean {
  if (recognizeName(withoutQuestion(text)).confidence > NAME_BESIDE_YEAR) return true
  const [best] = wordReadings(text)
  return best?.parts?.some(({ kind }) => kind === 'full_name') ?? false
}
