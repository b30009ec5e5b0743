import { isoDate, parseBirthDate } from './birth-date.ts'
import { normaliseEmail } from './email.ts'
import { readEmbedded } from './embedded.ts'
import { kindOfHeader } from './headers.ts'
import { isValidInn, normaliseInn } from './inn.ts'
import { readNames } from './name-cells.ts'
import { normaliseOgrn } from './ogrn.ts'
import { normalisePassport } from './passport.ts'
import { normalisePhone } from './phone.ts'
import { isPlaceholder } from './placeholder.ts'
import { placesIn } from './places.ts'
import { normalisePlate } from './plate.ts'
import { normaliseSnils } from './snils.ts'
import type { Columns, Facts, FieldKind, Gender } from './types.ts'
import { normaliseVin } from './vin.ts'
import { textWords } from './words.ts'

const SEPARATORS = /[;|\n\r]+|,(?=\s|\+|\d{10})|\s\/\s/u
const PHRASE_SEPARATORS = /[;|\n\r]+/u

/** The values of a cell in normal form; a cell that is one value as a whole is not taken apart. */
const readValues = (text: string, normalise: (part: string) => string | null): string[] => {
  const whole = normalise(text)
  if (whole !== null) return isPlaceholder(whole) ? [] : [whole]
  return text
    .split(SEPARATORS)
    .map(part => normalise(part.trim()))
    .filter(value => value !== null && !isPlaceholder(value)) as string[]
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

/** The kind of each column of a record: as the source says, else by its header, else plain text. */
export const kindOfField = (label: string, columns: Columns): FieldKind =>
  columns[label] ?? kindOfHeader(label) ?? 'other'

const known = new WeakMap<Record<string, string>, Map<FieldKind, string[]>>()

/**
 * Cells by kind, in the order of the record, without empty ones and placeholders; a passport series may be 0000.
 * Remembered as long as the fields live; they are never changed.
 */
export const cellsByKind = (fields: Record<string, string>, columns: Columns): Map<FieldKind, string[]> => {
  const found = known.get(fields)
  if (found) return found
  const cells = new Map<FieldKind, string[]>()
  for (const label in fields) {
    const text = typeof fields[label] === 'string' ? fields[label].trim() : ''
    const kind = kindOfField(label, columns)
    if (text === '' || (kind !== 'passport_series' && isPlaceholder(text))) continue
    const list = cells.get(kind)
    if (list) list.push(text)
    else cells.set(kind, [text])
  }
  known.set(fields, cells)
  return cells
}

const readPassports = (cells: Map<FieldKind, string[]>): string[] => {
  const passports = (cells.get('passport') ?? []).flatMap(text => readValues(text, normalisePassport))
  const numbers = cells.get('passport_number') ?? []
  const series = cells.get('passport_series') ?? []
  numbers.forEach((number, at) => {
    const head = (series[at] ?? series[0] ?? '').replace(/\D/g, '')
    const tail = number.replace(/\D/g, '')
    if (head !== '' && head.length <= 4 && tail.length <= 6) {
      const joined = normalisePassport(head.padStart(4, '0') + tail.padStart(6, '0'))
      if (joined !== null && !isPlaceholder(joined)) passports.push(joined)
    } else if (tail.length === 10) passports.push(...readValues(number, normalisePassport))
  })
  return passports
}

const unique = (values: string[]): string[] => (values.length > 1 ? [...new Set(values)] : values)

/**
 * Turns the labelled fields of a record into comparable facts. Cells with several values are taken apart, a passport in
 * two columns is put together, placeholders are dropped. Identifiers inside plain text count only behind a label.
 * Never throws: what cannot be read stays findable as words.
 */
export const readFacts = (fields: Record<string, string>, columns: Columns): Facts => {
  const cells = cellsByKind(fields, columns)
  const all = (kind: FieldKind, normalise: (part: string) => string | null): string[] =>
    unique((cells.get(kind) ?? []).flatMap(text => readValues(text, normalise)))
  const phrases = (kind: FieldKind): string[] =>
    (cells.get(kind) ?? []).flatMap(text => text.split(PHRASE_SEPARATORS))

  const facts: Facts = {
    names: readNames(cells),
    birthDates: [],
    phones: all('phone', normalisePhone),
    emails: all('email', normaliseEmail),
    inns: all('inn', readInn),
    snils: all('snils', normaliseSnils),
    passports: unique(readPassports(cells)),
    ogrns: all('ogrn', normaliseOgrn),
    vins: all('vin', normaliseVin),
    plates: all('plate', normalisePlate),
    addresses: unique(
      placesIn(cells)
        .filter(place => !place.link)
        .map(place => place.normal)
    ),
    workplaces: unique([...phrases('workplace'), ...phrases('organization')].map(organisationKey)).filter(
      text => text !== ''
    ),
    words: []
  }

  const dates = new Set<string>()
  for (const text of cells.get('birth_date') ?? [])
    for (const part of parseBirthDate(text) ? [text] : text.split(SEPARATORS)) {
      const date = parseBirthDate(part.trim())
      if (date && !dates.has(isoDate(date))) {
        dates.add(isoDate(date))
        facts.birthDates.push(date)
      }
    }

  const gender = (cells.get('gender') ?? []).map(readGender).find(value => value !== undefined)
  if (gender) facts.gender = gender

  const words = new Set<string>()
  for (const kind of [
    'address',
    'workplace',
    'organization',
    'other',
    'record_number',
    'passport_number',
    'address_link'
  ] as const)
    for (const text of cells.get(kind) ?? []) for (const word of textWords(text)) words.add(word)
  facts.words = [...words]

  for (const text of cells.get('other') ?? []) readEmbedded(text, facts)
  return facts
}
