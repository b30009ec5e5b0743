import type { Reading } from '#shared/contracts/reading.ts'
import { fullYear } from '#shared/identity/identifiers/birth-date.ts'
import { MONTH } from '#shared/identity/identifiers/months.ts'
import { memoizeTexts } from '#shared/identity/text/memoize.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { BORN, DAY, wordsOfDate, yearSignOf } from './date-words.ts'
import {
  RUSSIAN_PHONE_DIGITS,
  readBirthDate,
  readEmail,
  readPassport,
  readPhone,
  readPlate,
  readVin
} from './identifiers.ts'
import { findLabelled, otherLengthNote, readByLabelBehind } from './labelled.ts'
import { trimSeparators, withoutLabelsBeside } from './labels.ts'
import { checkedReadings, isInnWithKpp, numberReadings } from './numbers.ts'
import { withNote } from './reading.ts'
import { fillersIn } from './remarks.ts'
import { isOfStreet } from './street-dates.ts'

/** A part of the line with all its readings, best first. */
export interface Piece {
  readings: Reading[]
  /** Where it begins in the line, and where it ends with its label. */
  at: number
  to: number
}

export interface Pieces {
  pieces: Piece[]
  /** The rest of the line: words of names, addresses, anything. */
  rest: string
  /** Numbers that fill a field, «0000000000»: they are nobody's. */
  fillers: string[]
}

/** «14.03.1981 (45 лет)» */
const withoutAge = (span: string) => span.replace(/,? \(?\d{1,3} (?:лет|года?)\)?$/iu, '')

const PLATE_LETTER = '[авекмнорстухabekmhopctyx]'
const EDGE = '(?<![\\p{L}\\d.@+-])'
/** The year of a day that is on no calendar is no year alone. */
const AFTER_DAY = `\\d[ ./-]{0,2}${MONTH}[ .,/-]{0,3}['’]?`
/** «100 марта 1980», «-5 марта 1980»: no month, but a day that is none. */
const NO_DAY = '(?<!(?<!\\d)\\d{3}[ ./-]{0,2}|[+-]\\d{1,2}[ ./-]{0,2})'
/** The year of «31/02/1980» is no year alone. */
const NO_DAY_AND_MONTH = '(?<!\\d{1,2}[/-]\\d{1,2}[/-])'
/** Each pattern needs a digit or an @, and its `sign` if it has one. */
const SHAPES: {
  form: RegExp
  sign?: string
  read: (span: string, line: string, at: number) => Reading | null
}[] = [
  {
    sign: '@',
    form: /(?:mailto:)?[^\s@,;:|<>()[\]"'«»✉]{1,64}@[^\s@,;|<>()[\]"'«»]{3,189}/gu,
    read: span => readEmail(span, 0.99)
  },
  {
    sign: '/',
    form: /(?:wa|t)\.me\/\+?\d{11,15}/gu,
    read: span => readPhone(span.slice(span.indexOf('/') + 1), 0.97)
  },
  {
    form: new RegExp(`${EDGE}\\d{1,2}[./-]\\d{1,2}[./-]\\d{4}${BORN}(?![\\p{L}\\d])`, 'giu'),
    read: span => readBirthDate(withoutAge(span), 0.96)
  },
  {
    form: new RegExp(
      `${EDGE}\\d{4}(?:-\\d{1,2}-|[./]\\d{1,2}[./])\\d{1,2}(?:t\\d\\d:\\d\\d[^ ]{0,11})?${BORN}(?![\\p{L}\\d])`,
      'giu'
    ),
    read: span => readBirthDate(withoutAge(span), 0.96)
  },
  {
    form: new RegExp(
      `${EDGE}(?:${DAY}[ ./-]{0,2}|${NO_DAY})${MONTH}[ .,/-]{0,3}\\d{4}(?:-?го)?${BORN}(?![\\p{L}\\d])`,
      'giu'
    ),
    read: span => readBirthDate(wordsOfDate(withoutAge(span)), 0.95)
  },
  {
    form: new RegExp(
      `${EDGE}${DAY}[ ./-]{0,2}${MONTH}[ .,/-]{0,3}['’]?\\d{2}(?:-?(?:о?го|й))?${BORN}(?![\\p{L}\\d]|[./-]\\d)`,
      'giu'
    ),
    read: (span, line, at) => (isOfStreet(span, line, at) ? null : readBirthDate(wordsOfDate(span), 0.9))
  },
  {
    form: new RegExp(`${EDGE}\\d{1,2}[./]\\d{1,2}[./]\\d{2}${BORN}(?![\\p{L}\\d./-])`, 'giu'),
    read: span => readBirthDate(withoutAge(span), 0.85)
  },
  {
    form: /(?<![\p{L}\d.@+()-]|\d[ )-])\d{2} \d{2} (?:19|20)\d{2}(?![\p{L}\d./-]| ?\d)/gu,
    read: span => readBirthDate(span, 0.8)
  },
  {
    form: new RegExp(`${EDGE}(?:19|20)\\d{2}-\\d{2}(?![\\p{L}\\d./-])`, 'gu'),
    read: span => readBirthDate(withoutAge(span), 0.8)
  },
  {
    form: new RegExp(`${EDGE}(?<!\\d/)\\d{1,2}[./]\\d{4}${BORN}(?![\\p{L}\\d./-])`, 'giu'),
    read: span => readBirthDate(withoutAge(span), 0.8)
  },
  {
    form: new RegExp(
      `(?<![\\p{L}\\d.]|${AFTER_DAY})${NO_DAY_AND_MONTH}(?:19|20)\\d{2} ?(?:г\\.? ?р\\.?|года? рожд(?:ения|\\.)?)(?![\\p{L}\\d])`,
      'giu'
    ),
    read: span => readBirthDate(withoutAge(span), 0.95)
  },
  {
    form: new RegExp(
      `(?<![\\p{L}\\d./-]|${AFTER_DAY})\\d{2} ?(?:г\\.? ?р(?!\\p{L})\\.?|года? рожд(?:ения|\\.)?)(?![\\p{L}\\d])`,
      'giu'
    ),
    read: span => readBirthDate(fullYear(span.slice(0, 2)) + span.slice(2), 0.9)
  },
  { form: /^(?:19|20)\d{2} ?(?:г\.?|год)$/giu, read: span => readBirthDate(withoutAge(span), 0.9) },
  {
    form: /(?<![\p{L}\d])[\p{L}\d]{17}(?![\p{L}\d])/gu,
    read: span => readVin(span, 0.96)
  },
  {
    form: /(?<![\p{L}\d])[\p{L}\d]{3}[ -][\p{L}\d]{6}[ -][\p{L}\d]{4}[ -]?\d{4}(?![\p{L}\d])/gu,
    read: span => readVin(span, 0.9)
  },
  {
    form: /(?<![\p{L}\d])\d{2}[ -]?\d{2}[ ,-]{0,3}(?:№|номер|ном\.?|no\.?|n)[ .:]{0,3}\d{3} ?\d{3}(?![\p{L}\d])/giu,
    read: span => readPassport(span, 0.95)
  },
  { form: /^\d{2} ?\d{2}, ?№? ?\d{6}$/gu, read: span => readPassport(span, 0.8) },
  {
    form: new RegExp(
      `(?<![\\p{L}\\d.])${PLATE_LETTER}[ -]?\\d{3}[ -]?${PLATE_LETTER}[ -]?${PLATE_LETTER}(?:[ |/-]{0,3}\\d{2,3})?(?: ?(?:rus|рус))?(?![\\p{L}\\d])`,
      'giu'
    ),
    read: span => readPlate(span, 0.95)
  },
  {
    form: new RegExp(
      `^(?:\\d{4} ?${PLATE_LETTER}{2}|${PLATE_LETTER}{1,2} ?\\d{3,4}) ?\\d{2,3}(?: ?(?:rus|рус))?$`,
      'giu'
    ),
    read: span => readPlate(span, 0.7)
  }
]

/** A passport that none of the readings before took: «паспорт 4500 000000». */
const EMPTY_PASSPORT =
  /(?<!\p{L})(?:паспорт\p{L}{0,3}|серия)[ .:№]{0,3}\d{2} ?\d{2}[ №,]{0,3}\d{3} ?\d{3}(?!\d)/giu
const NUMBER_RUN = /(?<![\p{L}\d]|[\p{L}\d][-/.])[+(]{0,2}\d[\d ()+.№/-]{2,70}/gu
/** Cap on the numbers and dates of a line. */
export const PIECES_MAX = 12

/** «доб. 123», «(моб.)»: remarks beside a telephone number, which are not searched. */
const PHONE_REMARK =
  /(?<!\p{L})(?:(?:(?:раб|моб|дом|сот|гор)(?:очий|ильный)?\.? ?(?:тел(?:ефон)?\.? ?)?)?(?:доб(?:авочн\p{L}{2,3})?|вн(?:утренний)?|ext)\.?(?: номер)?[ :]{0,2}\d{1,6}(?!\d)|\((?:моб|дом|раб|сот|личный)\.?\))/giu

/** Extracts identifiers and dates from a sanitized line: labelled values first, then shapes, then plain numbers. */
export const extractPieces = memoizeTexts(piecesOf)

function piecesOf(line: string): Pieces {
  if (!/[\d@]/.test(line)) return { pieces: [], rest: trimSeparators(line), fillers: [] }
  const pieces: Piece[] = []
  let rest = line
  for (
    let labelled = findLabelled(rest);
    labelled && pieces.length < PIECES_MAX;
    labelled = findLabelled(rest)
  ) {
    pieces.push({ readings: labelled.readings, at: labelled.from, to: labelled.to })
    rest = blank(rest, labelled.from, labelled.to)
  }
  for (const { form, sign, read } of SHAPES) {
    if (!/[\d@]/.test(rest)) break
    if (sign !== undefined && !rest.includes(sign)) continue
    for (const match of rest.matchAll(form)) {
      const reading = pieces.length < PIECES_MAX ? read(match[0], line, match.index) : null
      if (!reading) continue
      const after = rest.slice(match.index + match[0].length)
      const isDate = reading.kind === 'birth_date'
      const labelled = isDate ? null : readByLabelBehind(match[0], after)
      const length = labelled?.length ?? match[0].length + (isDate ? yearSignOf(after).length : 0)
      const to = match.index + length
      pieces.push({ readings: labelled?.readings ?? [reading], at: match.index, to })
      rest = blank(rest, match.index, to)
    }
  }
  const fillers: string[] = []
  for (const { 0: filler, index } of rest.matchAll(EMPTY_PASSPORT)) {
    fillers.push(filler)
    rest = blank(rest, index, index + filler.length)
  }
  for (const run of /\d/.test(rest) ? rest.matchAll(NUMBER_RUN) : []) {
    for (const { span, at, readings } of numbersOf(run[0])) {
      if (pieces.length >= PIECES_MAX) break
      const from = run.index + at
      const labelled = readByLabelBehind(span, rest.slice(from + span.length))
      const to = from + (labelled?.length ?? span.length)
      const note = labelled || readings.length === 0 ? undefined : otherLengthNote(rest.slice(0, from))
      const own = note === undefined ? readings : readings.map(one => withNote(one, note))
      pieces.push({ readings: labelled?.readings ?? own, at: from, to })
      rest = blank(rest, from, to)
    }
  }
  const phone = pieces.find(({ readings }) => readings[0]?.kind === 'phone')
  if (phone) {
    const remarks = rest.match(PHONE_REMARK) ?? []
    rest = rest.replace(PHONE_REMARK, ' ')
    if (remarks.some(remark => /\d/.test(remark)))
      phone.readings = phone.readings.map(one => withNote(one, READING_NOTES.extension))
  }
  for (const { index, filler } of fillersIn(rest)) {
    fillers.push(filler)
    rest = blank(rest, index, index + filler.length)
  }
  if (pieces.length + fillers.length > 0) rest = withoutLabelsBeside(rest).replace(/\( *\)/g, ' ')
  return { pieces: pieces.sort((a, b) => a.at - b.at), rest: trimSeparators(rest), fillers }
}

/** Spaces of the same length keep the order of the pieces. */
function blank(text: string, from: number, to: number): string {
  return `${text.slice(0, from)}${' '.repeat(to - from)}${text.slice(to)}`
}

const TOKENS_IN_NUMBER = 6
const SURE = 0.85
const WEAK = 0.7
const BEGINS_WITH_YEAR = /^(?:19|20)\d{2} /

interface NumberInRun {
  span: string
  at: number
  readings: Reading[]
}

/**
 * Splits a run of digits into the numbers it holds, the longest that has a known shape first; one that hardly has it or that
 * begins with a year leaves a sure one whole: «500-001 4509 123456», «45 09 123456 3», «1967 204-777-153 66».
 */
function numbersOf(run: string): NumberInRun[] {
  const tokens = [...run.matchAll(/[^ ]+/g)]
  const last = tokens.length - 1
  const read = new Map<number, NumberInRun>()
  const numberAt = (from: number, to: number): NumberInRun =>
    read.getOrInsertComputed(from * tokens.length + to, () => readTokens(run, tokens, from, to))
  const hasSureInside = (from: number, to: number): boolean => {
    for (let start = from; start <= to; start++) {
      const end = start === from ? to - 1 : Math.min(start + TOKENS_IN_NUMBER - 1, last)
      for (let at = start; at <= end; at++) if (isSure(numberAt(start, at))) return true
    }
    return false
  }
  const numbers: NumberInRun[] = []
  for (let from = 0; from <= last; from++) {
    for (let to = Math.min(from + TOKENS_IN_NUMBER - 1, last); to >= from; to--) {
      const number = numberAt(from, to)
      const [best] = number.readings
      if (!best) continue
      const isDoubtful = best.confidence < WEAK || BEGINS_WITH_YEAR.test(number.span)
      if (isDoubtful && hasSureInside(from, to)) continue
      numbers.push(number)
      from = to
      break
    }
  }
  return numbers
}

function readTokens(run: string, tokens: readonly RegExpExecArray[], from: number, to: number): NumberInRun {
  const at = tokens[from]?.index ?? 0
  const end = (tokens[to]?.index ?? 0) + (tokens[to]?.[0].length ?? 0)
  const span = run.slice(at, end).replace(/[.,/-]+$/, '')
  const digits = span.replace(/\D/g, '').length
  return { span, at, readings: digits < DIGITS_MIN ? NO_READINGS : readSpan(span) }
}

const DIGITS_MIN = 8
const NO_READINGS: Reading[] = []

const readSpan = memoizeTexts((span): Reading[] => {
  const digits = span.replace(/\D/g, '').length
  const shaped = digits <= 15 || isInnWithKpp(span) ? numberReadings(span) : NO_READINGS
  return shaped.length > 0 || digits < 10 ? shaped : checkedReadings(span)
})

/** Ten digits of a phone may be any others. */
const isSure = ({ span, readings: [best] }: NumberInRun): boolean =>
  best?.valid === true &&
  best.confidence >= SURE &&
  (best.kind !== 'phone' || span.replace(/\D/g, '').length === RUSSIAN_PHONE_DIGITS)
