import type { Reading } from '#shared/contracts/reading.ts'
import { kindReaderOf, rulesOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholderNumber, isPlaceholderPhone } from '#shared/identity/identifiers/placeholder.ts'
import { kindOfReading } from '#shared/identity/identifiers/reading-kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { rankReadings } from '#shared/identity/reading/reading.ts'
import {
  readBirthDate,
  readerOf,
  readInn,
  readOgrn,
  readPassport,
  readPhone,
  readSnils
} from '#shared/identity/reading/recognizers/read-identifier.ts'

/** Neighbouring countries, whose numbers often lack +. */
const NEIGHBOUR_CODE = /^(?:37[0-9]|38[0-9]|99[2-68])/

const PHONE_SHAPE =
  /^(?:[78][ .-]{0,2})?\(?\d{3,5}\)?(?:[ .-]{1,3}|(?<=\)))\d{1,4}(?:[ .-]{0,3}\d{1,4}){0,4}$|^[78][ .-]\d{10}$/
const FOREIGN_SHAPE = /^\+\d[\d ().-]{6,22}\d$/
const SNILS_SHAPE = /^\d{3}[- ]\d{3}[- ]\d{3}[- ]\d{2}$/
/** A phone may look the same. */
const SNILS_LOOSELY = /^\d{3}[-. ]?\d{3}[-. ]?\d{3}[-./ ]{0,2}\d{2}$/
const PASSPORT_SHAPE = /^(?:\d{2} \d{2}|\d{4}) {0,2}№? {0,2}\d{6}$/
const PASSPORT_LOOSELY = /^\d{2}[ -]?\d{2}(?:[ -]{1,3}|(?=№))№? {0,2}\d{3} ?\d{3}$/
/** «500 100 732 259» */
const IN_THREES = /^\d{3} \d{3} \d{3} \d{3}$/
const SQUEEZED = 0.3
const LONGEST_NUMBER = 40
export const DIGITS_MAX = Math.max(...IDENTIFIER_KINDS.map(kind => kindReaderOf(kind).run?.digitsMax ?? 0))
const INN_KPP = /^\d{10} ?\/ ?\d{9}$/

/** «7707083893/770801001» */
export const isInnWithKpp = (span: string): boolean => INN_KPP.test(span)

/** All plausible readings of an unlabelled number. Empty for placeholders and other numbers. */
export function numberReadings(span: string): Reading[] {
  const digits = span.replace(/\D/g, '')
  if (isPlaceholderNumber(digits)) return []
  if (isInnWithKpp(span)) return present(readInn(span, 0.95))
  const weighed = /^\d+$/.test(span) ? bareReadings(span) : shapedReadings(span, digits)
  return rankReadings([...weighed, ...otherReadings(span, digits, weighed.length === 0)])
}

const WEIGHED: ReadonlySet<IdentifierKind> = new Set<IdentifierKind>([
  'phone',
  'inn',
  'snils',
  'passport',
  'ogrn'
])
const OTHERS = IDENTIFIER_KINDS.filter(kind => !WEIGHED.has(kind)).flatMap(kind => {
  const { run, normalize, writtenForms } = kindReaderOf(kind)
  const { isChecked } = rulesOf(kind)
  return run === undefined
    ? []
    : [{ form: run.form, normalize, writtenForms, isChecked, read: readerOf(kind) }]
})
const AMONG = 0.2
const ALONE = 0.6

/** Readings as the other kinds of the table, in a form of theirs. */
function otherReadings(span: string, digits: string, isAlone: boolean): Reading[] {
  return OTHERS.flatMap(({ form, normalize, writtenForms, isChecked, read }) => {
    if (!form.test(digits)) return []
    const value = normalize(span)
    if (value === null || (span !== value && !writtenForms?.(value).includes(span))) return []
    const reading = read(span, isAlone ? ALONE : AMONG)
    // A bank card is as long as a policy.
    return reading === null || (isChecked && !reading.valid) ? [] : [reading]
  })
}

/** Readings of a line's digits whatever their separators: «4503|123456», «20477715366.0». The least likely. */
export function squeezedReadings(line: string): Reading[] {
  if (/\p{L}/u.test(line) || line.length > LONGEST_NUMBER) return []
  const digits = line.replace(/[.,]0$/, '').replace(/\D/g, '')
  if (digits.length < 8 || digits.length > DIGITS_MAX || isPlaceholderNumber(digits)) return []
  return numberReadings(digits)
    .filter(one => one.valid)
    .map(one => ({ ...one, confidence: Math.min(one.confidence, SQUEEZED), terms: line.split(' ') }))
}

const GROUPED = /^\d[\d ./-]*\d$/
const isChecked = ({ kind }: Reading): boolean => {
  const own = kindOfReading(kind)
  return own !== null && rulesOf(own).isChecked === true
}
/** «8 973 204-17-40 2010» passes the check of an OGRNIP by chance. */
const FIRST_DIGIT: Partial<Record<Reading['kind'], RegExp>> = { ogrn: /^[15]/, ogrnip: /^3/ }

/** Any grouping whose check number holds: «0089-353758-80». */
export function checkedReadings(span: string): Reading[] {
  const digits = span.replace(/\D/g, '')
  if (!GROUPED.test(span) || isPlaceholderNumber(digits)) return []
  return bareReadings(digits).filter(
    one => one.valid && isChecked(one) && (FIRST_DIGIT[one.kind]?.test(one.value) ?? true)
  )
}

function bareReadings(digits: string): Reading[] {
  if (digits.length === 8 || digits.length === 4) return present(readBirthDate(digits, 0.5))
  if (digits.length === 10) return tenDigits(digits)
  if (digits.length === 11) return elevenDigits(digits)
  const inn = digits.length === 12 ? readInn(digits, 0.95) : null
  const ogrn = readOgrn(digits, 0.95)
  const identifier = inn ?? ogrn
  if (digits.length < 11 || (identifier?.valid && !NEIGHBOUR_CODE.test(digits))) return present(identifier)
  return present(
    identifier,
    readPhone(digits, NEIGHBOUR_CODE.test(digits) ? (identifier?.valid ? 0.4 : 0.8) : 0.2)
  )
}

/** A tenth of all ten-digit numbers passes the INN check, so a mobile is likelier. */
function tenDigits(digits: string): Reading[] {
  const inn = readInn(digits, 0.78)
  const phone = /^[3489]/.test(digits)
    ? readPhone(digits, digits.startsWith('9') ? 0.85 : inn?.valid ? 0.5 : 0.72)
    : null
  const passport = readPassport(digits, inn?.valid ? 0.5 : phone ? 0.45 : 0.75)
  return present(phone, inn?.valid ? inn : readInn(digits, 0.3), passport)
}

function elevenDigits(digits: string): Reading[] {
  const snils = readSnils(digits, 0.9)
  if (isPlaceholderPhone(digits) && !snils?.valid) return []
  const russian = /^[78][346789]/.test(digits)
  if (!russian) return present(snils, readPhone(digits, /^[78]/.test(digits) ? 0.3 : 0.15))
  return present(readPhone(digits, 0.95), snils?.valid ? readSnils(digits, 0.6) : readSnils(digits, 0.15))
}

function shapedReadings(span: string, digits: string): Reading[] {
  if (IN_THREES.test(span)) return bareReadings(digits).map(one => ({ ...one, terms: span.split(' ') }))
  if (SNILS_SHAPE.test(span))
    return present(
      readSnils(span, 0.98),
      digits.startsWith('8') && / /.test(span) ? readPhone(span, 0.2) : null
    )
  if (FOREIGN_SHAPE.test(span)) return present(readPhone(span, 0.97))
  if (PASSPORT_SHAPE.test(span))
    return present(readPassport(span, 0.89), /^[3489]\d{3} \d{6}$/.test(span) ? readPhone(span, 0.2) : null)
  if (/^[\d ]+$/.test(span) && digits.length === 11 && !/^[78]/.test(digits))
    return present(readSnils(span, 0.85))
  const loosely = SNILS_LOOSELY.test(span)
    ? readSnils(span, /^[78]/.test(digits) ? 0.4 : 0.9)
    : PASSPORT_LOOSELY.test(span)
      ? readPassport(span, /^[3489]/.test(digits) ? 0.4 : 0.85)
      : null
  if (!PHONE_SHAPE.test(span)) return present(loosely)
  if (digits.length === 10 && !/^[34789]/.test(digits)) return present(loosely ?? readPassport(span, 0.4))
  const phone = readPhone(span, loosely && !/^[34789]/.test(digits) ? 0.2 : 0.96)
  return digits.length === 10 || digits.length === 11 ? present(phone, loosely) : present(loosely)
}

function present(...readings: (Reading | null)[]): Reading[] {
  return readings.filter(one => one !== null)
}
