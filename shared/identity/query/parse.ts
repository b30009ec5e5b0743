import { QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { forgetTexts } from '#shared/identity/text/memoize.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { withSpacedBrackets } from './brackets.ts'
import { withFieldValue } from './field-labels.ts'
import { withoutCommonFields } from './labels.ts'
import { layoutPersons, layoutReadings } from './layout.ts'
import { lineReadings } from './line.ts'
import { lonePaper } from './papers/lone-papers.ts'
import { type Pasted, pastedPeople } from './pastes/paste.ts'
import { linesOfTable } from './pastes/tables.ts'
import {
  groupPersonTexts,
  isList,
  isListOfNames,
  listReading,
  personReadings,
  splitPersons
} from './persons.ts'
import { ROW_CONFIDENCE, rankReadings } from './reading.ts'
import { noted, notSearchedNote, withoutNotSearchedNote } from './remarks.ts'
import { withRepairs, withWrittenWords } from './repairs.ts'
import { withoutRepeats } from './repeats.ts'
import { withAgeNote, withoutAges } from './unsearched/ages.ts'
import { withoutBankDetails } from './unsearched/bank-details.ts'
import { isLetter, withoutLetter } from './unsearched/letters.ts'

/** Cap on the readings of a line; a line of one thing has three at most. */
const READINGS_MAX = 24
/** In the other layout «<» and «>» are capital letters: hardly ever beside «/», or around small ones. */
const SURE_TAG = /<\/[A-Za-z]|<[a-z][a-z\d]{0,10}>/
const TAG = /<\/?[a-z][a-z0-9]{0,10}(?: [^<>@]{0,200})?\/?>/gi
const LINE_BREAK = /[\n\r\u2028\u2029]+/
/** Longer texts are refused whatever their lines mean. */
const LINED_CHARS_MAX = 8 * QUERY_MAX_CODE_POINTS

/**
 * A typed line as it is stored and searched: composed form, no control or invisible signs, single spaces, trimmed. Lines
 * of several people are joined by «; ».
 */
export function sanitizeQuery(text: string): string {
  const line = lineOf(text)
  // What several lines are together may have the header of a table before it.
  return line !== text && line.includes(';') ? sanitizeQuery(line) : line
}

function lineOf(text: string): string {
  const table = text.length <= LINED_CHARS_MAX ? linesOfTable(text) : null
  if (table) return sanitizeText(table.join('; '))
  if (text.length <= LINED_CHARS_MAX && LINE_BREAK.test(text)) {
    const lines = text.split(LINE_BREAK).map(sanitizeText)
    const people = groupPersonTexts(lines)
    if (people) return people.join('; ')
    // Of a signature the end of a line ends the name.
    if (isLetter(text))
      return sanitizeText(
        lines
          .filter(Boolean)
          .join(', ')
          .replace(/,(?=,)/g, '')
      )
  }
  return sanitizeText(text)
}

/**
 * All readings of a line, surest first; empty for an empty line. Several things in one line make a `combined` reading,
 * followed by its parts; several people have a reading each. Of a line typed in the wrong keyboard layout the corrected
 * readings come first. Pure; reads the first 512 code points; never throws.
 */
export function parseQuery(text: string): Reading[] {
  forgetTexts()
  const readings = allReadings(text)
  return readings.length > READINGS_MAX ? readings.slice(0, READINGS_MAX) : readings
}

function allReadings(text: string): Reading[] {
  const { text: written, repairs } = withRepairs(firstCodePoints(withoutRepeats(sanitizeQuery(text))))
  const typed = SURE_TAG.test(written) ? withoutTags(written) : written
  const letter = withoutLetter(withSpacedBrackets(withoutTags(typed)))
  const bank = withoutBankDetails(letter.text)
  const { rest: line, left } = withoutCommonFields(bank.text)
  const note = notSearchedNote([...letter.subjects, ...bank.details, ...left])
  const readings = withWrittenWords(readingsOf(line, typed), repairs)
  return note === undefined ? readings : noted(line, readings, note)
}

/** @param typed The line with its signs: those of another layout are letters. */
function readingsOf(line: string, typed: string): Reading[] {
  if (line === '') return []
  const pasted = pastedPeople(line)
  if (pasted.people.length > 0) return pastedReadings(line, pasted)
  const { text: ageless, isAged } = withoutAges(line)
  const people = splitPersons(ageless)
  if (people) {
    const readings = personReadings(ageless, people)
    return isAged && !isList(readings) ? withAgeNote(readings) : readings
  }
  if (isListOfNames(line)) return [listReading(line)]
  const ofPaper = lonePaper(line)
  if (ofPaper) return ofPaper
  return layoutPersons(typed) ?? layoutReadings(typed, withFieldValue(line, lineReadings(line)), allReadings)
}

/** The row and the words of the whole text stay below. */
function pastedReadings(line: string, { people, unsearched }: Pasted): Reading[] {
  const readings = personReadings(line, people)
  if (isList(readings)) return readings
  const note = notSearchedNote(unsearched)
  const unlikely = lineReadings(line).filter(isUnlikely)
  if (note === undefined) return rankReadings([...readings, ...unlikely])
  return rankReadings([...noted(line, readings, note), ...unlikely.map(withoutNotSearchedNote)])
}

const isUnlikely = ({ confidence }: Reading): boolean => confidence <= ROW_CONFIDENCE

/** «<b>Примеров</b>»: the tags of a copied page are no words; an e-mail in such signs is none of them. */
function withoutTags(line: string): string {
  if (!line.includes('<')) return line
  const plain = line.replace(TAG, ' ').replace(/\s+/g, ' ').trim()
  return plain === '' ? line : plain
}

function firstCodePoints(text: string): string {
  if (text.length <= QUERY_MAX_CODE_POINTS) return text
  return [...text].slice(0, QUERY_MAX_CODE_POINTS).join('').trim()
}
