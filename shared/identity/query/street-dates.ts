import type { Reading } from '#shared/contracts/reading.ts'
import { readBirthDate } from './identifiers.ts'
import { addressConfidence, isPlaceWord, STREET_DAY } from './recognize-address.ts'
import { recognizeName } from './recognize-name.ts'

const STREET_DATE = new RegExp(`^${STREET_DAY}(?!\\p{L})`, 'iu')
const STREET_DATE_ALONE = new RegExp(`^${STREET_DAY} \\d{2}$`, 'iu')
const HOUSE_AFTER = /^ ?,? ?(?:кв|квартира|к|корп|корпус|стр|строение|оф|офис|д|дом)\.? ?\d/iu
/** The number of a flat, and no part of a longer number. */
const NUMBER_AFTER = /^ ?[,/-]? ?\d{1,4}(?![\d.(-]| \d)/u
/** «8 Марта, 12»: a date of birth is hardly written so. */
const COMMA_INSIDE = /, ?\d{2}$/u
const LAST_WORD = /([\p{L}-]+)[. ,«"]*$/u
const YEAR_SAID = /\p{L}\.?$/u
const LIKELY_NAME = 0.5
const DATE_ALONE = 0.5

/**
 * True for a day, month and two digits that are rather a street and its house than a date: after the word of a place,
 * before a flat, or of a day after which streets are called with nobody's name in the line.
 *
 * @param at Where the span begins in the line.
 */
export function isOfStreet(span: string, line: string, at: number): boolean {
  const [before, after] = [line.slice(0, at), line.slice(at + span.length)]
  if (HOUSE_AFTER.test(after) || isPlaceWord(LAST_WORD.exec(before)?.[1] ?? '')) return true
  if (YEAR_SAID.test(span) || !STREET_DATE.test(span)) return false
  if (COMMA_INSIDE.test(span) || NUMBER_AFTER.test(after)) return true
  const rest = `${before} ${after}`.replace(/[\s,;]+/g, ' ').trim()
  if (rest === '') return true
  return addressConfidence(rest) > 0 && recognizeName(rest).confidence < LIKELY_NAME
}

/** «8 марта 81» with nothing beside it is an address, and may be a date. */
export const dateOfStreetDay = (line: string): Reading[] => {
  const date = STREET_DATE_ALONE.test(line) ? readBirthDate(line, DATE_ALONE) : null
  return date ? [date] : []
}
