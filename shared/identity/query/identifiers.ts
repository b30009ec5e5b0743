import type { Reading } from '#shared/contracts/reading.ts'
import { isoDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { isValidInn, normalizeInn } from '#shared/identity/identifiers/inn.ts'
import { isValidOgrn, normalizeOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { hasPlausibleYear, normalizePassport } from '#shared/identity/identifiers/passport.ts'
import { isValidPhone, normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { normalizePlate } from '#shared/identity/identifiers/plate.ts'
import { isIssuableSnils, isValidSnils, normalizeSnils } from '#shared/identity/identifiers/snils.ts'
import { normalizeVin } from '#shared/identity/identifiers/vin.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { makeReading, withNote } from './reading.ts'

/** Reads a span as one kind of identifier; null when it is of another kind. `sure` is the confidence if it is valid. */
export type Reader = (span: string, sure: number) => Reading | null

export const RUSSIAN_PHONE_DIGITS = 11
const NATIONAL_DIGITS = 10
const UNSURE_FACTOR = 0.75
const SHORT = 0.3
/** Ten digits that begin like eleven: no Russian code begins with 89. */
const LACKS_DIGIT = /^(?:89\d{8}|8[ .(-].*)$/

/** The numbering plan assigns no block in these mobile codes (`docs/data-protection.md` §3). */
const UNASSIGNED_CODE = /^797[3-6]/

/** «8 (973) …» and «8973…», of no other country; «8-10-375…» is how one calls another. */
const TRUNK_CODE = /^8(?:[ .(-]+(?!10)\d{3}|9)/

/** A Russian number has 11 digits: what is longer holds the next number too, and «+7 973 204-17-4» is no whole one. */
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

export const readEmail: Reader = (span, sure) => {
  const value = normalizeEmail(span)
  return value === null ? null : makeReading('email', value, span, { confidence: sure })
}

/** «7707083893/770801001» */
const WITH_KPP = /\/ ?\d{9}$/

export const readInn: Reader = (span, sure) => {
  const value = normalizeInn(span)
  if (value === null) return null
  const region = value.startsWith('00') ? READING_NOTES.region : undefined
  const kind = value.length === 10 ? 'inn_org' : 'inn_person'
  const reading = checked(kind, value, span, sure, isValidInn(value), region)
  return WITH_KPP.test(span) ? withNote(reading, READING_NOTES.kpp) : reading
}

export const readSnils: Reader = (span, sure) => {
  const value = normalizeSnils(span)
  if (value === null) return null
  return checked(
    'snils',
    value,
    span,
    sure,
    isValidSnils(value),
    isIssuableSnils(value) ? undefined : READING_NOTES.notIssued
  )
}

export const readOgrn: Reader = (span, sure) => {
  const value = normalizeOgrn(span)
  if (value === null) return null
  const region = value.slice(3, 5) === '00' ? READING_NOTES.region : undefined
  return checked(value.length === 13 ? 'ogrn' : 'ogrnip', value, span, sure, isValidOgrn(value), region)
}

export const readPassport: Reader = (span, sure) => {
  const value = normalizePassport(span)
  if (value === null) return null
  const note = value.startsWith('00') ? READING_NOTES.region : undefined
  return makeReading('passport', value, span, {
    confidence: hasPlausibleYear(value) ? sure : sure * UNSURE_FACTOR,
    note
  })
}

export const readVin: Reader = (span, sure) => {
  const value = normalizeVin(span)
  if (value === null) return null
  // ISO 3780 assigns no maker to codes that begin with 0.
  const note = value.startsWith('0') ? READING_NOTES.vinMaker : undefined
  return makeReading('vin', value, span, { confidence: sure, note })
}

export const readPlate: Reader = (span, sure) => {
  const value = normalizePlate(span)
  if (value === null) return null
  return makeReading('plate', value, span, {
    confidence: sure,
    note: /\D00$/.test(value) ? READING_NOTES.region : undefined
  })
}

/** «0 марта 1981», «00.03.1981», «1981-03-00» */
const ZERO_DAY = /^\D{0,3}0{1,2}\D|\D0{1,2}$/
/** «24.00.1962», of which «00.00.1962» has nothing more to tell. */
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

function checked(
  kind: 'inn_person' | 'inn_org' | 'snils' | 'ogrn' | 'ogrnip',
  value: string,
  span: string,
  sure: number,
  valid: boolean,
  note: string | undefined
): Reading {
  const confidence = valid ? sure : sure * UNSURE_FACTOR
  return makeReading(kind, value, span, { confidence, valid, note: valid ? note : READING_NOTES.checksum })
}
