import { dayOfSerial } from '#api/features/imports/files/cell-format.ts'
import { isValidEmail } from '#shared/identity/identifiers/email.ts'
import { rulesOf } from '#shared/identity/identifiers/kinds.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { phonesSideBySide } from '#shared/identity/records/cells/phones.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'

const EXPONENT = /^(\d)[.,](\d{1,14})[eE]\+?(\d{1,2})$/
const SERIAL = /^(\d{5})(?:[.,]0+)?$/
/** 1909 to the end of the century. */
const SERIAL_MIN = 3_300
const SERIAL_MAX = 73_050

/** «7,97E+10» */
export const hasExponent = (text: string): boolean => EXPONENT.test(text.trim())

/** Digits of a number with an exponent; null when some are lost. */
export function withoutExponent(text: string): string | null {
  const [, first = '', rest = '', power = ''] = EXPONENT.exec(text.trim()) ?? []
  const places = Number(power)
  // At most two trailing zeros may be missing.
  const missing = places - rest.length
  return first === '' || missing < 0 || missing > 2 ? null : first + rest + '0'.repeat(missing)
}

/** A birth date as a spreadsheet day number. */
export const isSerialDate = (text: string): boolean => {
  const serial = Number(SERIAL.exec(text.trim())?.[1] ?? 0)
  return serial >= SERIAL_MIN && serial <= SERIAL_MAX
}

/** Separates adjacent phones by semicolons, unless other text remains. */
function partPhones(text: string): string {
  const phones = /[;|\n]/.test(text) ? [] : phonesSideBySide(text)
  return phones.length < 2 ? text : phones.join('; ')
}

function partEmails(text: string): string {
  if (text.indexOf('@') === text.lastIndexOf('@') || /[;|\n]/.test(text)) return text
  const parts = text.split(/[\s,/]+/).filter(part => part !== '')
  return parts.every(part => isValidEmail(part.toLowerCase())) ? parts.join('; ') : text
}

/** Joins a wrapped name; lines of whole names are several people. */
function joinLines(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split(/\s*\n\s*/).filter(line => line !== '')
  return lines.some(line => !line.includes(' ')) ? lines.join(' ') : text
}

const NUMBERS: ReadonlySet<FieldKind> = new Set<FieldKind>([
  ...IDENTIFIER_KINDS.filter(kind => rulesOf(kind).ofDigits),
  'organization_phone',
  'organization_inn'
])

export const REPAIRED_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>([
  ...NUMBERS,
  'birth_date',
  'date',
  'record_date',
  'email',
  'organization_email',
  'full_name'
])

/** Repairs values spoilt by programs: exponents, day numbers, crowded phones and e-mails, wrapped names. */
export function repairCell(kind: FieldKind, text: string): string {
  if (kind === 'birth_date' || kind === 'date' || kind === 'record_date')
    return isSerialDate(text) ? (dayOfSerial(Number.parseInt(text, 10)) ?? text) : text
  if (kind === 'email' || kind === 'organization_email') return partEmails(text)
  if (kind === 'full_name') return joinLines(text)
  if (!NUMBERS.has(kind)) return text
  if (hasExponent(text)) return withoutExponent(text) ?? text
  return kind === 'phone' || kind === 'organization_phone' ? partPhones(text) : text
}
