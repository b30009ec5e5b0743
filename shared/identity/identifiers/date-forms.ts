import { fullYear, type PartialDate, parseBirthDate } from './birth-date.ts'
import { BIRTH_YEAR_SUFFIX, DAY, withoutAge, wordsOfDate } from './date-words.ts'
import { MONTH } from './months.ts'

interface DateForm {
  /** A text without this does not have the form. */
  may: RegExp
  pattern: RegExp
  /** Likelihood that a match is a date of birth. */
  sure: number
  /** Likelihood when «г.р.» follows. */
  sureIfBorn?: number
  meant(span: string): string
}

const EDGE = '(?<![\\p{L}\\d.@+/-])'
const END = '(?![\\p{L}\\d])'
/** «14.03.1981 00:00:00» of a table */
const TIME = '(?: \\d{1,2}:\\d{2}(?::\\d{2})?)?'
const AT_TIME = / \d{1,2}:\d{2}(?::\d{2})?/

const ROMAN = '(?:[xх](?:[iі]{1,2})?|[iі][xх]|[iі]v|v?[iі]{1,3}|v)'
const LARGE_ROMAN = ROMAN.toUpperCase()
const SIGNED = /\d[./,-]\d/
const SIGNED_DAY = /\d[./,-]\d{1,2}[./,-]\d/
const WORDED =
  /янв|фев|мар|апр|ма[йяею]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/iu
/** Starts with rare text: a pattern of months alone takes ten times as long. */
const DAY_MONTH = new RegExp(`\\d(?:[»"”]|-?(?:о?го|ое|е|th|st|nd|rd))?[ ./-]{0,2}(?:${WORDED.source})`, 'iu')
const MONTH_DAY = / \d{1,2}(?:st|nd|rd|th)?,? \d{4}/i
const ROMAN_SIGN = /\d[./ -][ivxіх]/i
const BORN_SIGN = /\d ?г/i
const GROUPS = /\d{2} \d{2} \d{4}/
const YEAR = /(?:19|20)\d\d/
const IS_BORN = /р\.?$|рожд/iu

export const DATE_FORMS: readonly DateForm[] = [
  {
    may: SIGNED_DAY,
    pattern: new RegExp(`${EDGE}\\d{1,2}([./,-])\\d{1,2}\\1\\d{4}${TIME}${BIRTH_YEAR_SUFFIX}${END}`, 'giu'),
    sure: 0.96,
    meant: span => withoutAge(span.replace(AT_TIME, '')).replaceAll(',', '.')
  },
  {
    may: SIGNED_DAY,
    pattern: new RegExp(
      `${EDGE}\\d{4}(?:-\\d{1,2}-|[./]\\d{1,2}[./])\\d{1,2}(?:t\\d\\d:\\d\\d[^ ]{0,11}|${TIME})${BIRTH_YEAR_SUFFIX}${END}`,
      'giu'
    ),
    sure: 0.96,
    meant: span => withoutAge(span.replace(AT_TIME, ''))
  },
  {
    may: ROMAN_SIGN,
    pattern: new RegExp(`${EDGE}\\d{1,2}[./ -]${ROMAN}[./ -]\\d{4}${BIRTH_YEAR_SUFFIX}${END}`, 'giu'),
    sure: 0.94,
    meant: withoutAge
  },
  {
    may: ROMAN_SIGN,
    pattern: new RegExp(`${EDGE}\\d{1,2}[./ -]${LARGE_ROMAN}[./ -]\\d{2}${BIRTH_YEAR_SUFFIX}${END}`, 'gu'),
    sure: 0.8,
    meant: withoutAge
  },
  {
    may: DAY_MONTH,
    pattern: new RegExp(
      `${EDGE}(?:19|20)\\d{2}[ .,-]{1,3}\\d{1,2}[ .-]{1,2}${MONTH}${END}(?![ .,-]{0,3}['’]?\\d)`,
      'giu'
    ),
    sure: 0.9,
    meant: withoutAge
  },
  {
    may: DAY_MONTH,
    pattern: new RegExp(
      `${EDGE}${DAY}[ ./-]{0,2}${MONTH}[ .,/-]{0,3}\\d{4}(?:-?го)?${BIRTH_YEAR_SUFFIX}${END}`,
      'giu'
    ),
    sure: 0.95,
    meant: span => wordsOfDate(withoutAge(span))
  },
  {
    may: DAY_MONTH,
    pattern: new RegExp(
      `${EDGE}${DAY}[ ./-]{0,2}${MONTH}[ .,/-]{0,3}['’]?\\d{2}(?:-?го)?${BIRTH_YEAR_SUFFIX}${END}`,
      'giu'
    ),
    sure: 0.8,
    sureIfBorn: 0.95,
    meant: span => wordsOfDate(withoutAge(span))
  },
  {
    may: MONTH_DAY,
    pattern: new RegExp(`${EDGE}${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}${END}`, 'giu'),
    sure: 0.94,
    meant: span => span.replace(/^(\p{L}+)\.? (\d{1,2})\p{L}*,? (\d{4})$/u, '$2 $1 $3')
  },
  {
    may: WORDED,
    pattern: new RegExp(`${EDGE}${MONTH}[ .,/-]{0,3}\\d{4}(?:-?го)?${BIRTH_YEAR_SUFFIX}${END}`, 'giu'),
    sure: 0.8,
    meant: span => wordsOfDate(withoutAge(span))
  },
  {
    may: SIGNED_DAY,
    pattern: new RegExp(`${EDGE}\\d{1,2}[./]\\d{1,2}[./]\\d{2}${BIRTH_YEAR_SUFFIX}(?![\\p{L}\\d./-])`, 'giu'),
    sure: 0.85,
    meant: withoutAge
  },
  {
    may: GROUPS,
    pattern: /(?<![\p{L}\d.@+()-]|\d[ )-])\d{2} \d{2} (?:19|20)\d{2}(?![\p{L}\d./-]| ?\d)/gu,
    sure: 0.8,
    meant: withoutAge
  },
  { may: GROUPS, pattern: /(?<=\()\d{2} \d{2} (?:19|20)\d{2}(?=\))/gu, sure: 0.8, meant: withoutAge },
  {
    may: SIGNED,
    pattern: new RegExp(`${EDGE}(?:19|20)\\d{2}-\\d{2}(?![\\p{L}\\d./-])`, 'gu'),
    sure: 0.7,
    meant: withoutAge
  },
  {
    may: SIGNED,
    pattern: new RegExp(`${EDGE}\\d{1,2}[./]\\d{4}${BIRTH_YEAR_SUFFIX}(?![\\p{L}\\d./-])`, 'giu'),
    sure: 0.8,
    meant: withoutAge
  },
  {
    may: BORN_SIGN,
    pattern: new RegExp(
      `${EDGE}(?:19|20)\\d{2} ?(?:г\\.? ?р\\.?|года? рожд(?:ения|\\.)?|г\\.? рожд(?:ения|\\.)?)${END}`,
      'giu'
    ),
    sure: 0.95,
    meant: withoutAge
  },
  {
    may: BORN_SIGN,
    pattern: new RegExp(`${EDGE}\\d{2} ?(?:г\\.? ?р(?!\\p{L})\\.?|года? рожд(?:ения|\\.)?)${END}`, 'giu'),
    sure: 0.9,
    meant: span => fullYear(span.slice(0, 2)) + span.slice(2)
  },
  {
    may: BORN_SIGN,
    pattern: new RegExp(`${EDGE}(?:19|20)\\d{2} ?(?:год[ау]?|г\\.?)(?![\\p{L}\\d])`, 'giu'),
    sure: 0.7,
    meant: withoutAge
  },
  { may: YEAR, pattern: /(?<=\()(?:19|20)\d{2}(?=\))/gu, sure: 0.5, meant: withoutAge },
  {
    may: YEAR,
    pattern: /(?<![\p{L}\d.@+(/-])(?:19|20)\d{2}(?![\p{L}\d./-]| ?\d)/gu,
    sure: 0.35,
    meant: withoutAge
  }
]

const DIGIT = /\d/
/** A text that matches none of them holds no full date. */
export const DAY_SIGNS: readonly RegExp[] = [SIGNED_DAY, GROUPS, ROMAN_SIGN, DAY_MONTH, MONTH_DAY]

export const surenessOf = ({ sure, sureIfBorn = sure }: DateForm, span: string): number =>
  IS_BORN.test(span) ? sureIfBorn : sure

export const dateFormsOf = (text: string): readonly DateForm[] =>
  DIGIT.test(text) ? DATE_FORMS.filter(({ may }) => may.test(text)) : []

/** `from` and `to` are offsets in the text. */
export interface DateInText {
  from: number
  to: number
  date: PartialDate
}

/** A lone year beside a full date is hardly a birth date: «14.03.1981 (сверено 2020)». */
const LIKELY = 0.6

/** Dates of a text in order; of overlapping ones the longest. */
export function datesIn(text: string): DateInText[] {
  const all = dateFormsOf(text).flatMap(({ pattern, sure, meant }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: span, index: from }) => {
      const date = parseBirthDate(meant(span))
      return date ? [{ from, to: from + span.length, date, isLikely: sure >= LIKELY }] : []
    })
  )
  const likely = all.filter(({ isLikely }) => isLikely)
  const longestFirst = (likely.length > 0 ? likely : all).sort((a, b) => b.to - b.from - (a.to - a.from))
  return withoutOverlaps(longestFirst, text.length).sort((a, b) => a.from - b.from)
}

/** Keeps the dates that overlap none before them in the list. */
export function withoutOverlaps(dates: readonly DateInText[], textLength: number): DateInText[] {
  const covered = new Uint8Array(textLength)
  return dates.filter(({ from, to }) => {
    if (covered.subarray(from, to).includes(1)) return false
    covered.fill(1, from, to)
    return true
  })
}
