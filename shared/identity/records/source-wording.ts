import { isoDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { sanitizeCell } from '#shared/identity/text/sanitize.ts'
import { normalizeCell } from './attribute-values.ts'
import { SEPARATORS } from './attribute-words.ts'
import type { RecordAttributes } from './attributes.ts'
import { kindsOf } from './fields-by-kind.ts'
import type { Columns, FieldKind } from './types.ts'

type ParsedKind = IdentifierKind | 'birth_date'

interface WrittenRecord {
  fields: Record<string, string>
  columns: Columns
  attributes: RecordAttributes
}

const isoBirthDate = (text: string): string | null => {
  const date = parseBirthDate(text)
  return date && isoDate(date)
}

const normalizeAs = (kind: ParsedKind, text: string): string | null =>
  kind === 'birth_date' ? isoBirthDate(text) : normalizeCell(kind, text)

const coreOf = (kind: ParsedKind, value: string): string => {
  const core = kind === 'birth_date' ? undefined : kindReaderOf(kind).core
  return core ? core(value) : value.replace(/^0+/, '')
}

const PARTS = /[;|\n\r\t,]+|\s\/\s/u

const partThatIs = (kind: ParsedKind, value: string, text: string): string | null => {
  const normalize = (part: string) => normalizeAs(kind, sanitizeCell(part))
  if (normalize(text) === value) return text
  for (const separators of [SEPARATORS, PARTS])
    for (const part of text.split(separators)) {
      const trimmed = part.trim()
      if (trimmed !== text && normalize(trimmed) === value) return trimmed
    }
  return null
}

const BEFORE_NUMBER = /[+(]{1,2}$/

/** Digits of a number in a text, whatever separates them. */
const digitsIn = (kind: ParsedKind, value: string, text: string): string | null => {
  const digits = coreOf(kind, value)
  if (!/^\d{7,}$/.test(digits)) return null
  const digitRun = new RegExp(`(?:\\d{1,3}[^\\d\\p{L}]{0,3})?${[...digits].join('[^\\d]{0,12}?')}`, 'u').exec(
    text
  )
  if (!digitRun) return null
  return (BEFORE_NUMBER.exec(text.slice(0, digitRun.index))?.[0] ?? '') + digitRun[0]
}

/** Letters of an e-mail, a date after a name, a plate in a text. */
const lettersIn = (kind: ParsedKind, value: string, text: string): string | null => {
  if (kind === 'email') {
    const at = text.toLowerCase().indexOf(value)
    return at < 0 ? null : text.slice(at, at + value.length)
  }
  if (kind !== 'birth_date') return null
  const from = text.search(/\d/)
  return from < 0 ? null : partThatIs(kind, value, text.slice(from).replace(/[)\s.]+$/, ''))
}

const textsOf = ({ fields, columns }: WrittenRecord, kind: FieldKind): string[] => {
  const texts: string[] = []
  const kindOf = kindsOf(columns)
  for (const label in fields) {
    const text = kindOf(label) === kind ? fields[label]?.trim() : ''
    if (text) texts.push(text)
  }
  return texts
}

const digitsOf = (text: string, length: number): string => text.replace(/\D/g, '').padStart(length, '0')

/** Series and number in two columns, perhaps without leading zeros. */
const passportOfTwo = (record: WrittenRecord, value: string): string | null => {
  const series = textsOf(record, 'passport_series')
  for (const [at, number] of textsOf(record, 'passport_number').entries()) {
    const own = series[at] ?? series[0] ?? ''
    if (digitsOf(own, 4) + digitsOf(number, 6) === value) return `${own} ${number}`
  }
  return null
}

const wordsIn = (kind: ParsedKind, value: string, text: string): string | null =>
  partThatIs(kind, value, text) ?? digitsIn(kind, value, text) ?? lettersIn(kind, value, text)

/** One value of the kind and nothing unread: the only text is its place, unless it is another value, of another column's owner. */
const isOnlyValue = (
  { attributes }: WrittenRecord,
  kind: ParsedKind,
  value: string,
  text: string
): boolean => {
  const values = kind === 'birth_date' ? attributes.birthDates : attributes.identifiers[kind]
  if (attributes.unparsed.length > 0 || values.length !== 1) return false
  return (normalizeAs(kind, text) ?? value) === value
}

/** The words from which a normal form was read, preferably of a column of its kind; null when none has it. */
export const sourceWording = (record: WrittenRecord, kind: ParsedKind, value: string): string | null => {
  const texts = textsOf(record, kind)
  const [only] = texts
  if (only !== undefined && texts.length === 1 && isOnlyValue(record, kind, value, only)) return only
  for (const text of texts) {
    const words = wordsIn(kind, value, text)
    if (words !== null) return words
  }
  const joined = kind === 'passport' ? passportOfTwo(record, value) : null
  if (joined !== null) return joined
  for (const label in record.fields) {
    const words = wordsIn(kind, value, record.fields[label]?.trim() ?? '')
    if (words !== null) return words
  }
  // The column is of the kind, so its text is the value.
  return only ?? null
}
