import { fullYear } from '#shared/identity/identifiers/birth-date.ts'
import { MONTH } from '#shared/identity/identifiers/months.ts'
import { BORN, DAY, dateAlone, wordsOfDate } from '#shared/identity/reading/lexicon/date-words.ts'
import { readBirthDate } from '#shared/identity/reading/recognizers/identifier-readings.ts'
import type { Recognizer } from '#shared/identity/reading/spans.ts'
import { type Form, formsIn } from './patterned.ts'

const EDGE = '(?<![\\p{L}\\d.@+/-])'
const END = '(?![\\p{L}\\d])'
/** «14.03.1981 00:00:00» of a table */
const TIME = '(?: \\d{1,2}:\\d{2}(?::\\d{2})?)?'
const AT_TIME = / \d{1,2}:\d{2}(?::\d{2})?/
const read =
  (confidence: number, meant = dateAlone) =>
  (span: string) =>
    readBirthDate(meant(span), confidence)
const ROMAN: Record<string, string> = {
  i: '01',
  ii: '02',
  iii: '03',
  iv: '04',
  v: '05',
  vi: '06',
  vii: '07',
  viii: '08',
  ix: '09',
  x: '10',
  xi: '11',
  xii: '12'
}
const arabic = (span: string) =>
  dateAlone(span).replace(/[ivx]+/iu, month => ROMAN[month.toLowerCase()] ?? month)

/** What a text must have for a form to be in it. */
const SIGNED = /\d[./,-]\d/
const WORDED =
  /янв|фев|мар|апр|ма[йяею]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i
const ROMAN_SIGN = /[ivx]/i
const BORN_SIGN = /г/i
const YEAR = /(?:19|20)\d\d/
const IS_BORN = /р\.?$|рожд/iu

const FORMS: (Form & { may?: RegExp })[] = [
  {
    may: SIGNED,
    pattern: new RegExp(`${EDGE}\\d{1,2}([./,-])\\d{1,2}\\1\\d{4}${TIME}${BORN}${END}`, 'giu'),
    read: read(0.96, span => dateAlone(span.replace(AT_TIME, '')).replaceAll(',', '.'))
  },
  {
    may: SIGNED,
    pattern: new RegExp(
      `${EDGE}\\d{4}(?:-\\d{1,2}-|[./]\\d{1,2}[./])\\d{1,2}(?:t\\d\\d:\\d\\d[^ ]{0,11}|${TIME})${BORN}${END}`,
      'giu'
    ),
    read: read(0.96, span => dateAlone(span.replace(AT_TIME, '')))
  },
  {
    may: ROMAN_SIGN,
    pattern: new RegExp(
      `${EDGE}\\d{1,2}[./ -](?:x(?:ii?)?|ix|iv|v?i{1,3}|v)[./ -]\\d{4}${BORN}${END}`,
      'giu'
    ),
    read: read(0.94, arabic)
  },
  {
    may: WORDED,
    pattern: new RegExp(`${EDGE}${DAY}[ ./-]{0,2}${MONTH}[ .,/-]{0,3}\\d{4}(?:-?го)?${BORN}${END}`, 'giu'),
    read: read(0.95, span => wordsOfDate(dateAlone(span)))
  },
  {
    may: WORDED,
    pattern: new RegExp(
      `${EDGE}${DAY}[ ./-]{0,2}${MONTH}[ .,/-]{0,3}['’]?\\d{2}(?:-?го)?${BORN}${END}`,
      'giu'
    ),
    read: span => readBirthDate(wordsOfDate(dateAlone(span)), IS_BORN.test(span) ? 0.95 : 0.8)
  },
  {
    may: WORDED,
    pattern: new RegExp(`${EDGE}${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}${END}`, 'giu'),
    read: read(0.94, span => span.replace(/^(\p{L}+)\.? (\d{1,2})\p{L}*,? (\d{4})$/u, '$2 $1 $3'))
  },
  {
    may: WORDED,
    pattern: new RegExp(`${EDGE}${MONTH}[ .,/-]{0,3}\\d{4}(?:-?го)?${BORN}${END}`, 'giu'),
    read: read(0.8, span => wordsOfDate(dateAlone(span)))
  },
  {
    may: SIGNED,
    pattern: new RegExp(`${EDGE}\\d{1,2}[./]\\d{1,2}[./]\\d{2}${BORN}(?![\\p{L}\\d./-])`, 'giu'),
    read: read(0.85)
  },
  {
    may: YEAR,
    pattern: /(?<![\p{L}\d.@+()-]|\d[ )-])\d{2} \d{2} (?:19|20)\d{2}(?![\p{L}\d./-]| ?\d)/gu,
    read: read(0.8)
  },
  { pattern: /(?<=\()\d{2} \d{2} (?:19|20)\d{2}(?=\))/gu, read: read(0.8) },
  {
    may: SIGNED,
    pattern: new RegExp(`${EDGE}(?:19|20)\\d{2}-\\d{2}(?![\\p{L}\\d./-])`, 'gu'),
    read: read(0.7)
  },
  {
    may: SIGNED,
    pattern: new RegExp(`${EDGE}\\d{1,2}[./]\\d{4}${BORN}(?![\\p{L}\\d./-])`, 'giu'),
    read: read(0.8)
  },
  {
    may: BORN_SIGN,
    pattern: new RegExp(
      `${EDGE}(?:19|20)\\d{2} ?(?:г\\.? ?р\\.?|года? рожд(?:ения|\\.)?|г\\.? рожд(?:ения|\\.)?)${END}`,
      'giu'
    ),
    read: read(0.95)
  },
  {
    may: BORN_SIGN,
    pattern: new RegExp(`${EDGE}\\d{2} ?(?:г\\.? ?р(?!\\p{L})\\.?|года? рожд(?:ения|\\.)?)${END}`, 'giu'),
    read: span => readBirthDate(fullYear(span.slice(0, 2)) + span.slice(2), 0.9)
  },
  {
    may: BORN_SIGN,
    pattern: new RegExp(`${EDGE}(?:19|20)\\d{2} ?(?:год[ау]?|г\\.?)(?![\\p{L}\\d])`, 'giu'),
    read: read(0.7)
  },
  { may: YEAR, pattern: /(?<=\()(?:19|20)\d{2}(?=\))/gu, read: read(0.5) },
  { may: YEAR, pattern: /(?<![\p{L}\d.@+(/-])(?:19|20)\d{2}(?![\p{L}\d./-]| ?\d)/gu, read: read(0.35) }
]

const YEAR_SIGN = /^ ?г\.?(?!\p{L})/u

/** Dates of birth in all their forms; a bare year is a weak one, which a name beside it makes surer. */
export const recognizeDates: Recognizer = line => {
  if (!/\d/.test(line.text)) return []
  const spans = formsIn(
    line,
    FORMS.filter(({ may }) => may === undefined || may.test(line.text))
  )
  // Behind a date «г.» is the year's or the town's: what stands behind it tells.
  return spans.flatMap(span => {
    const end = line.tokens[span.to - 1]?.to ?? 0
    const sign = YEAR_SIGN.exec(line.text.slice(end, end + 4))?.[0]
    return sign === undefined
      ? [span]
      : [span, { ...span, to: line.tokenAt(end + sign.length), weight: span.weight + 0.2 }]
  })
}
