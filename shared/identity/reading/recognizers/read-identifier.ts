import type { Reading } from '#shared/contracts/reading.ts'
import { isoDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { isValidPhone, normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { readingOfValue } from '#shared/identity/identifiers/reading-kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { makeReading, withNote } from '#shared/identity/reading/reading.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

/** Reads a span as one kind, or null. `sure` is the confidence of a valid value. */
export type Reader = (span: string, sure: number) => Reading | null

const RUSSIAN_PHONE_DIGITS = 11
const NATIONAL_DIGITS = 10
const UNSURE_FACTOR = 0.75
const SHORT = 0.3
/** Ten digits that begin like eleven; no Russian code begins with 89. */
const LACKS_DIGIT = /^(?:89\d{8}|8[ .(-].*)$/

/** Mobile codes without assigned blocks (`docs/guides/data-protection.md` §3). */
const UNASSIGNED_CODE = /^797[3-6]/

/** The Russian trunk code «8 (973)»; «8-10-375…» dials abroad. */
const TRUNK_CODE = /^8(?:[ .(-]+(?!10)\d{3}|9)/

/** Longer than 11 digits includes the next number; shorter is incomplete. */
const isTooLong = (phone: string, span: string): boolean =>
  phone.length > RUSSIAN_PHONE_DIGITS && (phone.startsWith('7') || TRUNK_CODE.test(span))

export const readPhone: Reader = (span, sure) => {
  const value = normalizePhone(span)
  if (value === null || isTooLong(value, span)) return null
  const isShort =
    (value.startsWith('7') && value.length < RUSSIAN_PHONE_DIGITS) ||
    (LACKS_DIGIT.test(span) && span.replace(/\D/g, '').length === NATIONAL_DIGITS)
  const valid = !isShort && isValidPhone(value)
  const foreign = !value.startsWith('7') || value.length !== 11 ? READING_NOTES.foreign : undefined
  const note = UNASSIGNED_CODE.test(value) ? READING_NOTES.phoneCode : foreign
  if (isShort)
    return makeReading('phone', value, span, { confidence: SHORT, valid, note: READING_NOTES.lacksDigit })
  return makeReading('phone', value, span, { confidence: valid ? sure : sure * UNSURE_FACTOR, valid, note })
}

const readerByTable =
  (kind: IdentifierKind): Reader =>
  (span, sure) => {
    const { normalize, isValid, isDoubtful, remark } = kindReaderOf(kind)
    const value = normalize(span)
    if (value === null) return null
    const valid = isValid(value)
    const remarkCode = remark?.(value)
    return makeReading(readingOfValue(kind, value).reading, value, span, {
      confidence: valid && !isDoubtful?.(value) ? sure : sure * UNSURE_FACTOR,
      valid,
      note: valid ? remarkCode && READING_NOTES[remarkCode] : READING_NOTES.checksum
    })
  }

/** «7707083893/770801001» */
const WITH_KPP = /\/ ?\d{9}$/
const readBareInn = readerByTable('inn')

export const readInn: Reader = (span, sure) => {
  const reading = readBareInn(span, sure)
  return reading && WITH_KPP.test(span) ? withNote(reading, READING_NOTES.kpp) : reading
}

/** Dialling from abroad: «8 10 7 …» is «+7 …». */
const FROM_ABROAD = /^8[ -]{0,2}10[ -]{0,2}(?=7)/
const OWN_READERS: Partial<Record<IdentifierKind, Reader>> = {
  phone: (span, sure) => readPhone(span.replace(FROM_ABROAD, '+'), sure),
  inn: readInn
}

export const readerOf = (kind: IdentifierKind): Reader => OWN_READERS[kind] ?? readerByTable(kind)

export const readEmail = readerOf('email')
export const readSnils = readerOf('snils')
export const readOgrn = readerOf('ogrn')
export const readPassport = readerOf('passport')
export const readVin = readerOf('vin')
export const readPlate = readerOf('plate')

const ZERO_DAY = /^\D{0,3}0{1,2}\D|\D0{1,2}$/
/** «24.00.1962» is more than «00.00.1962». */
const DAY_OF_NO_MONTH =
  /(?<!\d)(?!0{1,2}\D)\d{1,2}[-./ ]0{1,2}[-./ ]\d{4}|\d{4}[-./]0{1,2}[-./](?!0{1,2}(?!\d))\d/

export const readBirthDate: Reader = (span, sure) => {
  const date = parseBirthDate(span)
  if (date === null) return null
  const month = /^\D*\d{1,2}[-./, ]+(\d{1,2})[-./, ]+\d{2,4}\D*$/.exec(span)?.[1]
  const isCut = date.day === undefined && (date.month === undefined ? DAY_OF_NO_MONTH : ZERO_DAY).test(span)
  const left = date.month === undefined ? 'год' : 'месяц'
  const unread = isCut ? `${READING_NOTES.unreadableDate}: ${span}, ищется ${left}` : undefined
  const note = Number(month) > 12 ? READING_NOTES.flipped : unread
  return makeReading('birth_date', isoDate(date), span, { confidence: sure, note })
}
