import type { Reading } from '#shared/contracts/reading.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { classifyNameWord, isGivenOrPatronymic } from '#shared/identity/names/name-word.ts'
import { ADDITION, ANY_DOCUMENT } from '#shared/identity/reading/lexicon/documents.ts'
import { phrasesIn } from '#shared/identity/reading/lexicon/phrases.ts'
import { joinNotes, makeReading, rankReadings } from '#shared/identity/reading/reading.ts'
import {
  COURT_NUMBER,
  compactNumber,
  documentNumber
} from '#shared/identity/reading/recognizers/case-numbers.ts'
import { notSearchedNote } from '#shared/identity/reading/remarks.ts'
import { lineOf } from '#shared/identity/reading/spans.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { DATE, YEAR } from './case-numbers.ts'
import { labelledValues } from './labelled.ts'
import { readPlate } from './read-identifier.ts'
import { numberReadings } from './weigh-number.ts'

/* A line that is only a document with its number, «договор займа № 45/2022». */

const IN_BOOKS =
  'ип|исх|вх|кусп|уи[дн]|материал\\p{L}{0,2}|полис\\p{L}{0,2}|ордер\\p{L}{0,2}|накладн\\p{L}{2}|свидетельств\\p{L}'
const WORDS = '(?<words>(?: [\\p{L}-]{2,20}\\.?){0,3}?)'
const SIGN = '(?:(?:№|n|номер) ?)'
/** Other digits are an identifier unless «№» precedes. */
const NUMBER =
  `(?<number>${SIGN}?(?:\\d{5,7}|\\d{16,25}|\\d{2} ?\\p{L}{2} ?№? ?\\d{6,7}|(?=[\\p{L}/–.-]*\\d)[\\p{L}\\d]+(?:[/–.-][\\p{L}\\d]+)+)|` +
  `${SIGN}\\d{8,15})(?<date>,? от ${DATE})?`
const SHORT = `${SIGN}?(?!${YEAR})\\d{1,4}`
const NO_DATE =
  '(?!(?:\\d{1,2}(?<sign>[./-])\\d{1,2}\\k<sign>\\d{2,4}|\\d{4}-\\d{1,2}-\\d{1,2})(?: ?г(?:ода?)?\\.?)?$)'
const NO_SUM =
  '(?!(?:долг|задолженност|оплат|взыскани|кредит|перевод|аренд|ипотек|сделк|продаж|купл)\\p{L}{0,2} \\d+$)'

const LONE_PAPER = new RegExp(
  `^${NO_SUM}${ADDITION}?(?<of>(?:№|номер\\p{L}{0,2}) )?(?<paper>${ANY_DOCUMENT}|${IN_BOOKS})\\.?${WORDS}(?: ?: ?| |(?=№))${NO_DATE}(?:${NUMBER}|${SHORT})$`,
  'iu'
)
/** «2-1234/2023» ends with its year, which identifiers do not. */
const OF_CASE = new RegExp(`/${YEAR}$|^${COURT_NUMBER}$`, 'iu')
const HAS_WORD = /\p{L}{4}/u
const SEPARATOR = /[/-]/g
const SIGN_BEFORE = new RegExp(`^${SIGN}`, 'iu')
const NUMBER_LIKELY = 0.55
const LINE_AS_WORDS = 0.3
const LAST = 0.05

/** «серия 45 03», «номер 204175»: half a passport, which records have without a label. */
const PASSPORT_PART = /^(?:паспорта? ?)?(?:сери[яи]|сер\.?|номер|ном\.?|№)[ .:№]{0,4}(\d[\d ]{1,7})$/iu
const SERIES = /^(\d{2} \d{2})$/

const partReadings = (line: string, digits: string): Reading[] => [
  makeReading('text', digits, line, { confidence: NUMBER_LIKELY, note: READING_NOTES.number }),
  makeReading('text', line, line, { confidence: LAST })
]

/** Number first, because records have it without the word. Null for other lines. */
export function loneDocument(line: string): Reading[] | null {
  const document = documentNumber(line)
  if (document !== null) return documentReadings(line, document)
  const part = (PASSPORT_PART.exec(line) ?? SERIES.exec(line))?.[1]
  if (part !== undefined) return partReadings(line, part.replaceAll(' ', ''))
  const match = LONE_PAPER.exec(line)
  if (!match) return null
  const { paper = '', words = '', of, number, date } = match.groups ?? {}
  const value = number?.replace(SIGN_BEFORE, '') ?? line
  if (isPlaceholder(value) || isSurname(paper) || words.split(' ').some(isOfName)) return null
  const isSigned = of !== undefined || value !== number
  if (number !== undefined && !isSigned && isOther(number)) return null
  if (isIdentifier(line)) return null
  return readingsOf(line, value, date)
}

/** «12/2022» is also a date. */
function isOther(number: string): boolean {
  if (OF_CASE.test(number)) return false
  if (HAS_WORD.test(number) || readPlate(number.replace(SEPARATOR, ''), 1)?.valid) return true
  return numberReadings(number).some(({ kind, valid }) => valid && kind !== 'birth_date')
}

/** «полис ОМС 0001204175000014» is a labelled identifier. */
function isIdentifier(text: string): boolean {
  const line = lineOf(text)
  const values = labelledValues(line, phrasesIn(line.tokens))
  return values.some(({ from, to }) => from === 0 && to === line.tokens.length)
}

const CAPITAL = /^\p{Lu}\p{Ll}/u

const isSurname = (word: string): boolean => classifyNameWord(word.toLowerCase()).likeness === 2

const isOfName = (word: string): boolean =>
  CAPITAL.test(word) || isSurname(word) || isGivenOrPatronymic(classifyNameWord(word.toLowerCase()))

/** Records have the number with or without spaces. */
function documentReadings(line: string, written: string): Reading[] {
  const value = compactNumber(written)
  const note = isPlaceholder(value.replace(/\D/g, '')) ? READING_NOTES.placeholder : READING_NOTES.paper
  return rankReadings([
    makeReading('text', value, written, { confidence: NUMBER_LIKELY, note }),
    makeReading('text', value === written ? line : written, line, { confidence: LINE_AS_WORDS })
  ])
}

function readingsOf(line: string, value: string, date?: string): Reading[] {
  const unsearched = date === undefined ? undefined : notSearchedNote([date.trim()])
  const note = joinNotes([READING_NOTES.paper, unsearched])
  return rankReadings([
    makeReading('text', value, value, { confidence: NUMBER_LIKELY, note }),
    makeReading('text', line, line, { confidence: LINE_AS_WORDS })
  ])
}
