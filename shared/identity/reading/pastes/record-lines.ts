import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { isIdentifierKind, wordsOf } from '#shared/identity/identifiers/words.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { READ_AS } from '#shared/identity/records/value-fault.ts'
import { memoizeTexts } from '#shared/identity/text/memoize.ts'

/** A labelled value of a pasted record: «Фамилия: Примеров». */
export interface Field {
  label: string
  kind: FieldKind | null
  value: string
}

const NAME_PARTS: readonly (FieldKind | null)[] = ['last_name', 'first_name', 'middle_name']
/** What is said of a field beside its value, so that the value is read as what it is; null of one that is read by itself. */
function labelOf(kind: FieldKind | null): string | null {
  const own = kind === null ? null : (READ_AS[kind] ?? kind)
  if (own === null) return null
  if (isIdentifierKind(own)) return wordsOf(own).noun
  return own === 'birth_date' ? '' : null
}
const TEXTS: readonly (FieldKind | null)[] = [
  'organization',
  'workplace',
  'address',
  'organization_address',
  'record_number'
]

const PASSPORT_PARTS: readonly (FieldKind | null)[] = ['passport_series', 'passport_number']
const isNumberKind = (kind: FieldKind | null): boolean =>
  PASSPORT_PARTS.includes(kind) || labelOf(kind) !== null
const isNameKind = (kind: FieldKind | null): boolean => kind === 'full_name' || NAME_PARTS.includes(kind)

/** `kindOfHeader` of words of a line. */
export const kindOfLabel = memoizeTexts(kindOfHeader)

const fieldValue = (record: readonly Field[], wanted: FieldKind | null): string =>
  record.find(({ kind }) => kind === wanted)?.value ?? ''

const nameOf = (record: readonly Field[]): string =>
  fieldValue(record, 'full_name') ||
  NAME_PARTS.map(part => fieldValue(record, part))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A record as somebody would type it, and the fields that are in it. */
export function lineOfRecord(record: readonly Field[]): { text: string; kept: Field[] } {
  const name = nameOf(record)
  const passport = PASSPORT_PARTS.map(part => fieldValue(record, part))
    .join(' ')
    .trim()
  const facts = record.flatMap(({ kind, value }) => {
    const label = labelOf(kind)
    return label === null || value === '' ? [] : [`${label} ${value}`.trim()]
  })
  if (passport !== '') facts.push(`паспорт ${passport}`)
  const values = [name, ...facts].filter(Boolean)
  const texts = textsOf(record, name, values)
  const words = texts.map(({ value }) => value)
  return {
    text: (name === '' ? [...words, ...values] : [...values, ...words]).join(', '),
    kept: [...texts, ...record.filter(({ kind }) => isNameKind(kind) || isNumberKind(kind))]
  }
}

/** Beside a name an address is asked for, as in a line without labels; beside a number one text tells whose it is. */
function textsOf(record: readonly Field[], name: string, values: readonly string[]): Field[] {
  if (name !== '')
    return record.filter(({ kind, value }) => kind === 'address' && !isPlaceholder(value)).slice(0, 1)
  return record.filter(({ kind }) => TEXTS.includes(kind)).slice(0, values.length > 0 ? 1 : undefined)
}
