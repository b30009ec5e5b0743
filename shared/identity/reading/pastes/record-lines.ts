import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { isIdentifierKind, wordsOf } from '#shared/identity/identifiers/words.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { READ_AS } from '#shared/identity/records/value-fault.ts'
import { memoizeTexts } from '#shared/identity/text/memoize.ts'

export interface Field {
  label: string
  kind: FieldKind | null
  value: string
}

const NAME_PARTS: readonly (FieldKind | null)[] = ['last_name', 'first_name', 'middle_name']
/** Label that tells the kind; null when the value shows it. */
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

export const kindOfLabel = memoizeTexts(kindOfHeader)

const fieldValue = (record: readonly Field[], wanted: FieldKind | null): string =>
  record.find(({ kind }) => kind === wanted)?.value ?? ''

const nameOf = (record: readonly Field[]): string =>
  fieldValue(record, 'full_name') ||
  NAME_PARTS.map(part => fieldValue(record, part))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

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

/** An address is asked for beside a name; beside a number it is text. */
function textsOf(record: readonly Field[], name: string, values: readonly string[]): Field[] {
  if (name !== '')
    return record.filter(({ kind, value }) => kind === 'address' && !isPlaceholder(value)).slice(0, 1)
  return record.filter(({ kind }) => TEXTS.includes(kind)).slice(0, values.length > 0 ? 1 : undefined)
}
