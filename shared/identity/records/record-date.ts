import { isoDate, type PartialDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import type { FieldsByKind } from './fields-by-kind.ts'

/** What programs write for no date. */
const NO_DATES: ReadonlySet<string> = new Set(['1900-01-01', '1970-01-01'])
/** Hardly any table of records began earlier; people were born then. */
const USUAL_YEAR_MIN = 1990
const SAMPLE_MIN_SHARE = 0.9
const WITH_TIME = /\d{1,2}:\d{2}/

/** A past date in any of the ways in which dates of birth are written too. */
const pastDate = (text: string): PartialDate | null => {
  const date = parseBirthDate(text)
  return date && !NO_DATES.has(isoDate(date)) ? date : null
}

/** The newest date that a record gives of itself, ISO and as precise as it is written. */
export const readRecordDate = ({ record_date: texts }: FieldsByKind): string | null => {
  let newest: string | null = null
  for (const text of texts ?? []) {
    const date = pastDate(text)
    const iso = date && isoDate(date)
    if (iso !== null && (newest === null || iso > newest)) newest = iso
  }
  return newest
}

const share = (texts: readonly string[], holds: (text: string) => boolean): number =>
  texts.filter(holds).length / texts.length

/** True when nearly all of these values, at least one, are days, months or years since tables are kept by computers. */
export const areRecordDates = (texts: readonly string[]): boolean =>
  texts.length > 0 && share(texts, text => (pastDate(text)?.year ?? 0) >= USUAL_YEAR_MIN) >= SAMPLE_MIN_SHARE

/** True when nearly all of these values have a time of day, which no date of birth has. */
export const haveTimeOfDay = (texts: readonly string[]): boolean =>
  texts.length > 0 && share(texts, text => WITH_TIME.test(text)) >= SAMPLE_MIN_SHARE
