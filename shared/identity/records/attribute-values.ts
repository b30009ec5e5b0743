import { isoDate, type PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { type IdentifierValues, kindReaderOf, NO_IDENTIFIERS } from '#shared/identity/identifiers/kinds.ts'
import { normalizePassport } from '#shared/identity/identifiers/passport.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import type { Gender } from '#shared/identity/names/types.ts'
import { NO_TEXTS, unique } from '#shared/identity/text/lists.ts'
import { SEPARATORS } from './attribute-words.ts'
import { datesInCell } from './cells/dates.ts'
import { emailsInCell } from './cells/emails.ts'
import { phonesInCell } from './cells/phones.ts'
import type { FieldsByKind } from './fields-by-kind.ts'

type Normalize = (part: string) => string | null

const NO_DATES: PartialDate[] = []

const NUMBER_RUN = /[+(]?\d[\d ()+.№/-]{6,30}\d/g
/** Spreadsheets append «.0» to numbers. */
const DECIMAL_NUMBER = /^(\d{8,15})[.,]0$/

const addValue = (values: string[], value: string | null): void => {
  if (value !== null && !isPlaceholder(value)) values.push(value)
}

const addValues = (values: string[], text: string, normalize: Normalize): void => {
  const whole = normalize(text.endsWith('0') && DECIMAL_NUMBER.test(text) ? text.slice(0, -2) : text)
  if (whole !== null) addValue(values, whole)
  else addParts(values, text, normalize)
}

const addParts = (values: string[], text: string, normalize: Normalize): void => {
  const before = values.length
  if (SEPARATORS.test(text))
    for (const part of text.split(SEPARATORS)) addValue(values, normalize(part.trim()))
  // «8 973 204-17-40 (мама)»: the column tells the kind.
  if (values.length === before)
    for (const [run] of text.matchAll(NUMBER_RUN)) addValue(values, normalize(run.trim()))
}

/** @param textsIn Splits a cell, when the kind has a way of its own. */
const readValues = (
  texts: string[] | undefined,
  normalize: Normalize,
  textsIn?: (cell: string) => readonly string[]
): string[] => {
  if (!texts) return NO_TEXTS
  const values: string[] = []
  for (const text of texts)
    if (textsIn) for (const part of textsIn(text)) addValues(values, part, normalize)
    else addValues(values, text, normalize)
  return unique(values)
}

export const normalizeCell = (kind: IdentifierKind, text: string): string | null => {
  const { normalize, normalizeCell: ofCell = normalize } = kindReaderOf(kind)
  return ofCell(text)
}

/** Whether reading restored zeros that the cell lacks. */
export const hasLostZeros = (kind: IdentifierKind, text: string): boolean =>
  kindReaderOf(kind).normalize(text) === null && normalizeCell(kind, text) !== null

/** Kinds with their own ways to write several values. */
const TEXTS_BY_KIND: Partial<Record<IdentifierKind, (cell: string) => readonly string[]>> = {
  phone: phonesInCell,
  email: emailsInCell
}

export const readCells = (kind: IdentifierKind, cells: string[] | undefined): string[] =>
  cells ? readValues(cells, text => normalizeCell(kind, text), TEXTS_BY_KIND[kind]) : NO_TEXTS

const readKind = (kind: IdentifierKind, fields: FieldsByKind): readonly string[] =>
  kind === 'passport' ? readPassports(fields) : readCells(kind, fields[kind])

export const readIdentifiers = (fields: FieldsByKind): IdentifierValues => {
  const values: Partial<Record<IdentifierKind, readonly string[]>> = {}
  for (const kind of IDENTIFIER_KINDS) {
    const own = readKind(kind, fields)
    if (own.length > 0) values[kind] = own
  }
  return { ...NO_IDENTIFIERS, ...values }
}

const genderOf = (text: string): Gender | undefined => {
  const first = text.trim().toLowerCase()
  if (/^(?:м|муж|мужской|мужчина|m|male|man)\.?$/u.test(first)) return 'male'
  if (/^(?:ж|жен|женский|женщина|f|female|woman)\.?$/u.test(first)) return 'female'
  return undefined
}

export const readGender = ({ gender: texts }: FieldsByKind): Gender | undefined =>
  texts?.map(genderOf).find(gender => gender !== undefined)

/** Passports of one column, and those split into series and number. */
const readPassports = (fields: FieldsByKind): string[] => {
  const { passport, passport_series: series, passport_number: numbers } = fields
  if (!numbers) return readValues(passport, normalizePassport)
  const passports = [...readValues(passport, normalizePassport)]
  numbers.forEach((number, at) => {
    const head = (series?.[at] ?? series?.[0] ?? '').replace(/\D/g, '')
    const tail = number.replace(/\D/g, '')
    if (head !== '' && head.length <= 4 && tail.length <= 6) {
      const joined = normalizePassport(head.padStart(4, '0') + tail.padStart(6, '0'))
      if (joined !== null && !isPlaceholder(joined)) passports.push(joined)
    } else if (tail.length === 10) addValues(passports, number, normalizePassport)
  })
  return unique(passports)
}

/** All pairs are compared; longer lists belong to other people. */
export const BIRTH_DATES_MAX = 32

/** All of them, each once. */
export const readBirthDates = ({ birth_date: texts }: FieldsByKind): PartialDate[] => {
  if (!texts) return NO_DATES
  const dates = new Map<string, PartialDate>()
  const add = (date: PartialDate): void => {
    dates.getOrInsertComputed(isoDate(date), () => date)
  }
  for (const text of texts) for (const date of datesInCell(text)) add(date)
  return [...dates.values()]
}
