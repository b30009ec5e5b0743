import { isoDate, type PartialDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import type { FieldsByKind } from './fields-by-kind.ts'

const NO_DATES: ReadonlySet<string> = new Set(['1900-01-01', '1970-01-01'])
const USUAL_YEAR_MIN = 1990
const SAMPLE_MIN_SHARE = 0.9
const WITH_TIME = /\d{1,2}:\d{2}/

const pastDate = (text: string): PartialDate | null => {
  const date = parseBirthDate(text)
  return date && !NO_DATES.has(isoDate(date)) ? date : null
}

/** Newest date of a record, ISO, as precise as written. */
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

/** Nearly all values, at least one, are dates of the computer age. */
export const areRecordDates = (texts: readonly string[]): boolean =>
  texts.length > 0 && share(texts, text => (pastDate(text)?.year ?? 0) >= USUAL_YEAR_MIN) >= SAMPLE_MIN_SHARE

/** Nearly all values have a time, which births never have. */
export const haveTimeOfDay = (texts: readonly string[]): boolean =>
  texts.length > 0 && share(texts, text => WITH_TIME.test(text)) >= SAMPLE_MIN_SHARE
