import type { Reading } from '#shared/contracts/reading.ts'
import { isPlaceholderPhone } from '#shared/identity/identifiers/placeholder.ts'
import { startsWithDigit, tokenize } from '#shared/identity/text/tokenize.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { withNote } from './reading.ts'
import { beginsWithName } from './recognize-name.ts'
import { withoutUnreadableDate } from './unreadable-dates.ts'

/** «12 Примеров Илья», «№ 12; Примеров Илья»: the number of a pasted row. */
const ROW_NUMBER = /^(?:№ ?)?(?!(?:19|20)\d{2}(?!\d))\d{1,6}[.)]?(?:[ ,;|]+)(?=\p{L}{2})/u
const ROW_NAME = 0.6
const AND_AT_END = /^(?:и|или|либо)(?: |$)|(?:^| )(?:и|или|либо)$/g
const CONJUNCTIONS = /(?<!\p{L})(?:и|или|либо|а также|and|or)(?!\p{L})/giu

export const withoutConjunctions = (text: string): string => text.replace(CONJUNCTIONS, ' ').trim()

/** The words without what no record holds: the number of the row before a name, the day of a date that is none. */
export function withoutRemarks(
  text: string,
  besideNumbers: boolean
): { rest: string; note: string | undefined } {
  if (!/\d/.test(text)) return { rest: besideNumbers ? withoutAnd(text) : text, note: undefined }
  const dateless = withoutUnreadableDate(text, besideNumbers)
  if (dateless) return dateless
  const number = rowNumberOf(text)
  return number === ''
    ? { rest: text, note: undefined }
    : { rest: text.slice(number.length), note: READING_NOTES.rowNumber }
}

/** At the ends of words beside a number «и» and «или» say nothing. */
const withoutAnd = (text: string): string => text.replace(AND_AT_END, '')

function rowNumberOf(text: string): string {
  const number = ROW_NUMBER.exec(text)?.[0] ?? ''
  return number !== '' && beginsWithName(text.slice(number.length), ROW_NAME) ? number : ''
}

const LEAST_DIGITS = 5

/** «+7 999 999-99-99», «0000000000»: digits that fill a field and are nobody's number. */
export function placeholderNote(line: string): string | undefined {
  const digits = line.replace(/\D/g, '')
  if (digits.length < LEAST_DIGITS || /\p{L}/u.test(line)) return undefined
  return isPlaceholderPhone(digits) ? READING_NOTES.placeholder : undefined
}

const NUMBER = /(?<![\p{L}\d]|[\p{L}\d][-/.])[+(]{0,2}\d[\d ()+.-]{3,30}\d(?![\p{L}\d])/gu
/** Beside words «000000» may be the postcode of their address. */
const POSTCODE_DIGITS = 6
const SPACED = /[^ ]+/g
const DATE_SHAPE = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/

/** The numbers of a text that fill a field and are nobody's: «0000000000», «+7 999 999-99-99». */
export function fillersIn(text: string): { filler: string; index: number }[] {
  const least = /\p{L}/u.test(text) ? POSTCODE_DIGITS + 1 : LEAST_DIGITS
  const isFiller = (number: string) =>
    number.replace(/\D/g, '').length >= least && placeholderNote(number) !== undefined
  return [...text.matchAll(NUMBER)].flatMap(({ 0: run, index }) => {
    if (DATE_SHAPE.test(run)) return []
    if (isFiller(run)) return [{ filler: run, index }]
    return [...run.matchAll(SPACED)]
      .filter(({ 0: number }) => isFiller(number))
      .map(({ 0: filler, index: within }) => ({ filler, index: index + within }))
  })
}

export const fillersNote = (fillers: readonly string[]): string | undefined =>
  fillers.length > 0 ? `${READING_NOTES.unsearched}: ${[...new Set(fillers)].join(', ')}` : undefined

export const notSearchedNote = (words: readonly string[]): string | undefined =>
  words.length > 0 ? `${READING_NOTES.notSearched}: ${words.join(', ')}` : undefined

/** A reading of a paste, whose fields that are not searched are named already. */
export function withoutNotSearchedNote({ note, ...reading }: Reading): Reading {
  const left = note?.split('; ').filter(each => !each.startsWith(`${READING_NOTES.notSearched}:`)) ?? []
  return left.length > 0 ? { ...reading, note: left.join('; ') } : reading
}

/** The readings with what deserves a second look: what was left out, and numbers that are searched as words. */
export function noted(line: string, readings: readonly Reading[], note: string | undefined): Reading[] {
  const [best] = readings
  const words = best?.kind === 'text' ? tokenize(line) : []
  const areNumbers = words.length > 0 && words.filter(startsWithDigit).length * 2 > words.length
  const remark = note ?? placeholderNote(line) ?? (areNumbers ? READING_NOTES.number : undefined)
  if (remark === undefined) return [...readings]
  return readings.map(one => (one === best || one.kind !== 'text' ? withNote(one, remark) : one))
}
