import { isoDate, parseBirthDate } from './birth-date.ts'
import { type Cells, readCells } from './cells.ts'
import { normaliseEmail } from './email.ts'
import { readEmbedded } from './embedded.ts'
import { readWords, SEPARATORS, unread } from './fact-words.ts'
import { isValidInn, normaliseInn } from './inn.ts'
import { readNames, restOfName } from './name-cells.ts'
import { normaliseOgrn } from './ogrn.ts'
import { normalisePassport } from './passport.ts'
import { normalisePhone } from './phone.ts'
import { isPlaceholder } from './placeholder.ts'
import { readPlaces } from './places.ts'
import { normalisePlate } from './plate.ts'
import { normaliseSnils } from './snils.ts'
import type { Columns, Facts, Gender, PartialDate } from './types.ts'
import { readBehindName, readUnnamed } from './unnamed.ts'
import { normaliseVin } from './vin.ts'
import { textWords } from './words.ts'

const PHRASE_SEPARATORS = /[;|\n\r]+/u

type Normalise = (part: string) => string | null

/** What most records lack; shared, as lists of facts are never changed. */
const NONE: string[] = []

const unique = (values: string[]): string[] => (values.length > 1 ? [...new Set(values)] : values)

/** A number with signs between its figures, somewhere in a text. */
const NUMBER_RUN = /[+(]?\d[\d ()+.№/-]{6,30}\d/g
/** How pandas and spreadsheets write a number that they took for a decimal one. */
const DECIMAL_NUMBER = /^(\d{8,15})[.,]0$/

/** Adds the values of a cell in normal form; a cell that is one value as a whole is not taken apart. */
const addValues = (values: string[], text: string, normalise: Normalise): void => {
  const whole = normalise(DECIMAL_NUMBER.test(text) ? text.slice(0, -2) : text)
  if (whole !== null) {
    if (!isPlaceholder(whole)) values.push(whole)
    return
  }
  const before = values.length
  const add = (part: string) => {
    const value = normalise(part.trim())
    if (value !== null && !isPlaceholder(value)) values.push(value)
  }
  if (SEPARATORS.test(text)) text.split(SEPARATORS).forEach(add)
  // «8 973 204-17-40 (мама)»: the column says what the number is.
  if (values.length === before) for (const [run] of text.matchAll(NUMBER_RUN)) add(run)
}

const readValues = (texts: string[] | undefined, normalise: Normalise): string[] => {
  if (!texts) return NONE
  const values: string[] = []
  for (const text of texts) addValues(values, text, normalise)
  return unique(values)
}

/** Spreadsheets drop leading zeros: 11 digits are an INN of 12 and 9 one of 10 when the check number then holds. */
const readInn = (text: string): string | null => {
  const inn = normaliseInn(text)
  if (inn !== null) return inn
  const digits = text.trim()
  const padded = /^(?:\d{9}|\d{11})$/.test(digits) ? normaliseInn(`0${digits}`) : null
  return padded !== null && isValidInn(padded) ? padded : null
}

const readGender = (text: string): Gender | undefined => {
  const first = text.trim().toLowerCase()
  if (/^(?:м|муж|мужской|мужчина|m|male|man)\.?$/u.test(first)) return 'male'
  if (/^(?:ж|жен|женский|женщина|f|female|woman)\.?$/u.test(first)) return 'female'
  return undefined
}

/** An organisation for comparison: its words without the legal form. */
export const organisationKey = (text: string): string => textWords(text).join(' ')

const readPassports = (cells: Cells): string[] => {
  const { passport, passport_series: series, passport_number: numbers } = cells
  if (!numbers) return readValues(passport, normalisePassport)
  const passports = [...readValues(passport, normalisePassport)]
  numbers.forEach((number, at) => {
    const head = (series?.[at] ?? series?.[0] ?? '').replace(/\D/g, '')
    const tail = number.replace(/\D/g, '')
    if (head !== '' && head.length <= 4 && tail.length <= 6) {
      const joined = normalisePassport(head.padStart(4, '0') + tail.padStart(6, '0'))
      if (joined !== null && !isPlaceholder(joined)) passports.push(joined)
    } else if (tail.length === 10) addValues(passports, number, normalisePassport)
  })
  return unique(passports)
}

const readAddresses = (cells: Cells): string[] => {
  if (!cells.address) return NONE
  return unique(readPlaces(cells, 'address').map(place => place.normal))
}

const WORKPLACES = ['workplace', 'organization'] as const

const readWorkplaces = (cells: Cells): string[] => {
  if (!cells.workplace && !cells.organization) return NONE
  const workplaces: string[] = []
  for (const kind of WORKPLACES)
    for (const text of cells[kind] ?? [])
      for (const phrase of text.split(PHRASE_SEPARATORS)) {
        const key = organisationKey(phrase)
        if (key !== '') workplaces.push(key)
      }
  return unique(workplaces)
}

const readBirthDates = (cells: Cells): PartialDate[] => {
  const dates: PartialDate[] = []
  const add = (date: PartialDate): void => {
    if (dates.every(other => isoDate(other) !== isoDate(date))) dates.push(date)
  }
  for (const text of cells.birth_date ?? []) {
    const whole = parseBirthDate(text)
    if (whole) add(whole)
    else
      for (const part of text.split(SEPARATORS)) {
        const date = parseBirthDate(part.trim())
        if (date) add(date)
      }
  }
  return dates
}

/**
 * Turns the labelled fields of a record into comparable facts. Cells with several values are taken apart, a passport in
 * two columns is put together, placeholders are dropped. Identifiers inside plain text count only behind a label.
 * Never throws: what cannot be read stays findable as words.
 */
export const readFacts = (fields: Record<string, string>, columns: Columns): Facts => {
  const cells = readCells(fields, columns)
  const read = {
    names: readNames(cells),
    birthDates: readBirthDates(cells),
    phones: readValues(cells.phone, normalisePhone),
    emails: readValues(cells.email, normaliseEmail),
    inns: readValues(cells.inn, readInn),
    snils: readValues(cells.snils, normaliseSnils),
    passports: readPassports(cells),
    ogrns: readValues(cells.ogrn, normaliseOgrn),
    vins: readValues(cells.vin, normaliseVin),
    plates: readValues(cells.plate, normalisePlate),
    addresses: readAddresses(cells),
    workplaces: readWorkplaces(cells)
  }
  const words = readWords(cells, read)
  const facts: Facts = { ...read, words }
  const gender = cells.gender?.map(readGender).find(value => value !== undefined)
  if (gender) facts.gender = gender
  for (const text of cells.other ?? NONE) readEmbedded(text, facts)
  for (const text of unread(cells, facts)) readUnnamed(text, facts)
  for (const text of cells.full_name ?? NONE) {
    const rest = restOfName(text)
    if (rest !== '') readBehindName(rest, facts)
  }
  return facts
}
