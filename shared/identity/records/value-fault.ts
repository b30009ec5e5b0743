import { kindReaderOf, rulesOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS, isIdentifierKind } from '#shared/identity/identifiers/words.ts'
import { sanitizeCell } from '#shared/identity/text/sanitize.ts'
import { normalizeCell, readBirthDates, readCells, readGender } from './attribute-values.ts'
import type { RecordAttributes } from './attributes.ts'
import { readNames } from './name-fields.ts'
import type { Attributes, FieldKind } from './types.ts'

/** `empty`: «нет»; `unlike`: not of its kind; `check_digit`: wrong check digit. */
export type ValueFault = 'empty' | 'unlike' | 'check_digit'

export const READ_AS: Partial<Record<FieldKind, FieldKind>> = {
  organization_inn: 'inn',
  organization_phone: 'phone',
  organization_email: 'email',
  organization_address: 'address'
}

/** A number has the length of its kind but is not valid. */
export const hasFaultyNumber = ({ identifiers }: Pick<Attributes, 'identifiers'>): boolean => {
  for (const kind of IDENTIFIER_KINDS)
    for (const value of identifiers[kind]) if (!kindReaderOf(kind).isValid(value)) return true
  return false
}

export const hasUnreadName = ({
  names,
  besideNames
}: Pick<RecordAttributes, 'names' | 'besideNames'>): boolean => names.length === 0 && besideNames.length > 0

const SERIES_MAX_DIGITS = 4
const NUMBER_MAX_DIGITS = 6
const PASSPORT_DIGITS = 10
const DAY = /^(?:(\d{4})[-./](\d{1,2})[-./](\d{1,2})|(\d{1,2})[-./](\d{1,2})[-./](\d{4}))(?!\d)/
const LETTER = /\p{L}/u

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** A calendar day, also a future one: contracts and documents end. */
function isDay(text: string): boolean {
  const [, isoYear, isoMonth, isoDay, day, month, year] = DAY.exec(text) ?? []
  const at = new Date(Date.UTC(Number(isoYear ?? year), Number(isoMonth ?? month) - 1, Number(isoDay ?? day)))
  return at.getUTCMonth() === Number(isoMonth ?? month) - 1
}

const hasBirthDate = (text: string): boolean => readBirthDates({ birth_date: [text] }).length > 0
const hasLetter = (text: string): boolean => LETTER.test(text)

const HOLDS: Partial<Record<FieldKind, (text: string) => boolean>> = {
  full_name: text => readNames({ full_name: [text] }).names.length > 0,
  last_name: text => hasLetter(text) && readNames({ last_name: [text] }).names.length > 0,
  first_name: text => hasLetter(text) && readNames({ first_name: [text] }).names.length > 0,
  middle_name: text => hasLetter(text) && readNames({ middle_name: [text] }).names.length > 0,
  birth_date: hasBirthDate,
  date: text => isDay(text) || hasBirthDate(text),
  record_date: hasBirthDate,
  gender: text => readGender({ gender: [text] }) !== undefined,
  passport_series: text => digitsIn(text) > 0 && digitsIn(text) <= SERIES_MAX_DIGITS,
  passport_number: text => {
    const digits = digitsIn(text)
    return (digits > 0 && digits <= NUMBER_MAX_DIGITS) || digits === PASSPORT_DIGITS
  },
  address: hasLetter,
  workplace: hasLetter,
  organization: hasLetter
}

export const IDENTIFYING_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'full_name',
  ...IDENTIFIER_KINDS,
  'birth_date',
  'organization_inn',
  'organization_phone',
  'organization_email'
])

function identifierFault(kind: IdentifierKind, text: string): ValueFault | null {
  const values = readCells(kind, [text])
  if (values.length === 0) {
    const normal = normalizeCell(kind, text)
    return normal !== null && isPlaceholder(normal) ? 'empty' : 'unlike'
  }
  if (values.some(value => kindReaderOf(kind).isValid(value))) return null
  return rulesOf(kind).isChecked ? 'check_digit' : 'unlike'
}

/** Null for a fitting value. A wrong check digit is a fault but still a key. */
export function valueFault(kind: FieldKind, value: string): ValueFault | null {
  const text = sanitizeCell(value)
  if (text === '' || (kind !== 'passport_series' && isPlaceholder(text))) return 'empty'
  const own = READ_AS[kind] ?? kind
  if (isIdentifierKind(own)) return identifierFault(own, text)
  return (HOLDS[own]?.(text) ?? true) ? null : 'unlike'
}
