import { classifyNameWord } from '#shared/identity/names/name-word.ts'
import { makeReading } from '#shared/identity/reading/reading.ts'
import {
  CASE_NUMBER,
  COURT_NUMBER,
  compactNumber,
  referenceNumber
} from '#shared/identity/reading/recognizers/case-numbers.ts'
import type { Line, Recognizer, Span } from '#shared/identity/reading/spans.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { DATE } from './case-numbers.ts'

const OF_CASE = new RegExp(CASE_NUMBER, 'giu')
const OF_COURT = new RegExp(COURT_NUMBER, 'iu')
const MAY_BE_CASE =
  /№|номер|\d[/–-]\d|\d[/–-]\p{L}|\p{L}\d|(?<!\p{L})(?:n|в\/у|ву|права|стс|птс|загран|и\/л)|удостовер|свидет|лист/iu
/** «Примеров Илья 45/2022»: a document number, because 45 is no month. */
const NUMBER_OF_YEAR = /(?<=\p{L}[ ,]{1,2})(?:1[3-9]|[2-9]\d|\d{3,5})\/(?:19|20)\d{2}(?![\p{L}\d/-])/gu
const WEIGHT = 6
/** «договор № 5 12.03.2010» */
const WITH_DATE = 11
const DATE_BEHIND = new RegExp(`^,? ?(?:от )?${DATE}`, 'iu')
/** Looked up at once, ranked below its neighbours. */
const CASE = 0.5
/** Many records have the words «45» and «2022». */
const LAST = 0.4

/** The number is searched besides, the words are not. */
export const recognizeDocumentReferences: Recognizer = line =>
  /\d/.test(line.text) && MAY_BE_CASE.test(line.text)
    ? [
        ...[...line.text.matchAll(OF_CASE)].flatMap(({ 0: text, index, groups }) =>
          // «договор Илья Примеров 45/2022»
          groups?.behind === undefined
            ? paperAt(line, text.trimEnd(), index)
            : paperAt(line, groups.behind, index + text.lastIndexOf(groups.behind))
        ),
        ...[...line.text.matchAll(NUMBER_OF_YEAR)].flatMap(({ 0: text, index }) => paperAt(line, text, index))
      ]
    : []

/** «Анна Долгова № 2-1234/2023»: a surname is no document. */
const SURNAME = /^(?<surname>\p{L}{4,})(?<gap>[ ,:]+)/u

function paperAt(line: Line, written: string, at: number): Span[] {
  const { surname = '', gap = '' } = SURNAME.exec(written)?.groups ?? {}
  const skipped =
    surname !== '' && classifyNameWord(surname.toLowerCase()).likeness === 2 ? surname.length + gap.length : 0
  const [text, index] = [written.slice(skipped), at + skipped]
  const court = OF_COURT.exec(text)?.[0]
  const paper = court === undefined ? referenceNumber(text) : null
  const number = court ?? paper
  const span = { from: line.tokenAt(index), to: line.tokenAt(index + text.length), weight: WEIGHT }
  if (number === null) {
    const date = DATE_BEHIND.exec(line.text.slice(index + text.length, index + text.length + 40))?.[0]
    if (date === undefined) return [{ ...span, treatment: 'drop', readings: [] }]
    const to = line.tokenAt(index + text.length + date.length)
    return [{ ...span, to, weight: WITH_DATE, treatment: 'drop', readings: [] }]
  }
  const reading =
    court !== undefined
      ? makeReading('text', number, number, { confidence: CASE })
      : makeReading('text', compactNumber(number), number, { confidence: LAST, note: READING_NOTES.paper })
  return [{ ...span, treatment: 'besides', readings: [reading] }]
}
