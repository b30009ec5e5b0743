import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { MONTH } from '#shared/identity/identifiers/months.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { areInitials, BIRTH_LABEL, BORN, DAY, wordsOfDate } from './date-words.ts'
import { wordReadings } from './word-readings.ts'

const LABEL = `(?:${BIRTH_LABEL})[ :.–—-]{1,4}`
/** What has the shape of a date, with its year where it has four digits. */
const DATE = new RegExp(
  `(?<![\\p{L}\\d./-]|\\d )(?<label>${LABEL})?(?:\\d{1,2}(?<sign>[./-])\\d{1,2}\\k<sign>(?:(?<last>\\d{4})|\\d{2})|(?<first>\\d{4})(?<signAfter>[./-])\\d{1,2}\\k<signAfter>\\d{1,2}|` +
    `\\d{1,2}[./](?<alone>\\d{4})|(?<month>(?:19|20)\\d{2})-\\d{2}|` +
    `(?:0[1-9]|[12]\\d|3[01])(?<gap> ?)(?:0[1-9]|1[0-2])\\k<gap>(?<run>(?:19|20)\\d{2})|` +
    `(?:-?\\d{3}|-?${DAY})[ ./-]{0,2}${MONTH}[ .,/-]{0,3}(?:(?<after>\\d{4})|['’]?\\d{2}))${BORN}(?![\\p{L}\\d/-]|\\.\\d)`,
  'iu'
)

/**
 * A text without a date that is on no calendar, «31.02.1980»: beside a name or a number its year is searched, and the note
 * says what could not be read. Alone it stays, because sources hold such dates as well. Null of any other text, in which
 * it may be a number of something.
 */
export function withoutUnreadableDate(
  text: string,
  besideNumbers: boolean
): { rest: string; note: string } | null {
  const match = DATE.exec(text)
  if (!match) return null
  const { label: written = '', last, first, after, alone, month, run } = match.groups ?? {}
  const date = match[0].slice(written.length)
  if (parseBirthDate(wordsOfDate(date)) !== null) return null
  const year = last ?? first ?? after ?? alone ?? month ?? run ?? ''
  // «Примеров Д.Р.» has initials.
  const label = areInitials(written, text.slice(0, match.index)) ? '' : written
  const place = match.index + written.length - label.length
  const around = (middle: string) =>
    `${text.slice(0, place)}${middle}${text.slice(place + label.length + date.length)}`
      .replace(/ {2,}/g, ' ')
      .replace(/^[\s,;]+|[\s,;]+$/g, '')
  const others = around('')
  const note = `${READING_NOTES.unreadableDate}: ${date}`
  if (others === '' && !besideNumbers) return { rest: text, note: `${note}, ищется как слова` }
  if (others !== '' && !isName(others)) return null
  const isYear = year !== '' && parseBirthDate(year) !== null
  return isYear ? { rest: around(year), note: `${note}, ищется год` } : { rest: others, note }
}

function isName(text: string): boolean {
  const [best] = wordReadings(text)
  return best !== undefined && [best, ...(best.parts ?? [])].some(({ kind }) => kind === 'full_name')
}
