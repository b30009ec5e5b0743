import { outOfBounds, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { BIRTH_YEAR_SUFFIX, DAY, withoutAge, wordsOfDate } from '#shared/identity/identifiers/date-words.ts'
import { MONTH } from '#shared/identity/identifiers/months.ts'
import { withNote } from '#shared/identity/reading/reading.ts'
import { readBirthDate } from '#shared/identity/reading/recognizers/read-identifier.ts'
import type { Recognizer, Span } from '#shared/identity/reading/spans.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

const DATE = new RegExp(
  `(?<![\\p{L}\\d./-]|\\d |(?<!\\p{L})(?:ул|пер|пр-т)\\.? )(?:\\d{1,2}(?<sign>[./-])\\d{1,2}\\k<sign>(?:(?<last>\\d{4})|\\d{2})|(?<first>\\d{4})(?<signAfter>[./-])\\d{1,2}\\k<signAfter>\\d{1,2}|` +
    `\\d{1,2}[./](?<alone>\\d{4})|(?<month>(?:19|20)\\d{2})-\\d{2}|` +
    `(?:0[1-9]|[12]\\d|3[01])(?<gap> ?)(?:0[1-9]|1[0-2])\\k<gap>(?<run>(?:19|20)\\d{2})|` +
    `(?:-?\\d{3}|-?${DAY})[ ./-]{0,2}${MONTH}[ .,/-]{0,3}(?:(?<after>\\d{4})|['’]?\\d{2}))${BIRTH_YEAR_SUFFIX}(?![\\p{L}\\d/-]|\\.\\d)`,
  'giu'
)
const WEIGHT = 3
const LIKELY = 0.8
export const UNREADABLE = READING_NOTES.unreadableDate

/** «31.02.1980»: only the year is searched, with a note. «02.03.1903» is nobody's birth and is not searched. */
export const recognizeUnreadableDates: Recognizer = line =>
  /\d/.test(line.text)
    ? [...line.text.matchAll(DATE)].flatMap(({ 0: date, index, groups }): Span[] => {
        const written = wordsOfDate(withoutAge(date))
        if (parseBirthDate(written) !== null) return []
        const why = outOfBounds(written)
        const { last, first, after, alone, month, run } = groups ?? {}
        const reading = readBirthDate(last ?? first ?? after ?? alone ?? month ?? run ?? '', LIKELY)
        const span = {
          from: line.tokenAt(index),
          to: line.tokenAt(index + date.length),
          weight: WEIGHT,
          note: UNREADABLE
        }
        const note = why ? `дата ${date} ${READING_NOTES[why]}` : `${UNREADABLE}: ${date}`
        return [
          reading
            ? {
                ...span,
                treatment: 'value',
                readings: [withNote({ ...reading, terms: date.split(' ') }, `${note}, ищется год`)]
              }
            : { ...span, treatment: 'drop', readings: [], note }
        ]
      })
    : []
