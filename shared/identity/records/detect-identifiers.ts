import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { isValidInn, normalizeInn } from '#shared/identity/identifiers/inn.ts'
import { isValidOgrn, normalizeOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { normalizePassport } from '#shared/identity/identifiers/passport.ts'
import { isValidPhone, normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { normalizePlate } from '#shared/identity/identifiers/plate.ts'
import { isValidSnils, normalizeSnils } from '#shared/identity/identifiers/snils.ts'
import { normalizeVin } from '#shared/identity/identifiers/vin.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { extractLabelledIdentifiers } from './labelled-identifiers.ts'
import type { Attributes } from './types.ts'

interface DetectedIdentifier {
  into: DetectableList
  value: string
}

type DetectableList = 'phones' | 'emails' | 'inns' | 'snils' | 'passports' | 'ogrns' | 'vins' | 'plates'

const PART_CHARS_MAX = 60
const SEPARATORS = /[;|\n\r\t]+|,(?=\s|\+|\d{10})|\s\/\s/u

/** «a@example.com (личная)» */
const EMAIL = /[^\s@,;|<>()[\]"'«»]+@[^\s@,;|<>()[\]"'«»]+/

const ifValid =
  (normalize: (text: string) => string | null, isValid: (value: string) => boolean) =>
  (text: string): string | null => {
    const value = normalize(text)
    return value !== null && isValid(value) ? value : null
  }

/**
 * Forms that tell the kind of a value whatever its column is called. Bare digits do so only with a check digit or a
 * code: ten digits may be an order number, which must not join two people.
 */
const FORMS: { into: DetectableList; form: RegExp; read: (text: string) => string | null }[] = [
  { into: 'emails', form: /@/, read: text => normalizeEmail(EMAIL.exec(text)?.[0] ?? '') },
  {
    into: 'phones',
    form: /^(?:\+?7|8)[ (.-]*[3489]\d{2}[ ).-]*\d{3}[ .-]*\d{2}[ .-]*\d{2}$|^\+\d[\d ()-]{7,18}$/,
    read: ifValid(normalizePhone, isValidPhone)
  },
  { into: 'phones', form: /^\(?9\d{2}\)?[ -]{1,2}\d{3}[ -]?\d{2}[ -]?\d{2}$/, read: normalizePhone },
  { into: 'snils', form: /^\d{3}-\d{3}-\d{3}[ -]\d{2}$/, read: normalizeSnils },
  { into: 'snils', form: /^\d{3} ?\d{3} ?\d{3} ?\d{2}$/, read: ifValid(normalizeSnils, isValidSnils) },
  {
    into: 'passports',
    form: /^\d{2} \d{2} ?№? ?\d{6}$|^\d{4} ?№ ?\d{6}$|^\d{4} \d{6}$/,
    read: normalizePassport
  },
  { into: 'inns', form: /^\d{12}$/, read: ifValid(normalizeInn, isValidInn) },
  { into: 'inns', form: /^\d{10} ?\/ ?\d{9}$/, read: normalizeInn },
  { into: 'ogrns', form: /^\d{13}(?:\d{2})?$/, read: ifValid(normalizeOgrn, isValidOgrn) },
  { into: 'vins', form: /^[\p{L}\d]{17}$/u, read: normalizeVin },
  { into: 'plates', form: /^\p{L} ?\d{3} ?\p{L}{2} ?\d{2,3}(?: ?RUS)?$/iu, read: normalizePlate }
]

/** The first form that matches decides. */
const detect = (part: string): DetectedIdentifier | null => {
  if (part.length > PART_CHARS_MAX) return null
  for (const { into, form, read } of FORMS) {
    const value = form.test(part) ? read(part) : null
    if (value !== null) return { into, value }
  }
  return null
}

/** Adds to the attributes what a text of an unknown column states by itself, or behind a label inside it. */
export const detectIdentifiers = (text: string, attributes: Attributes): void => {
  extractLabelledIdentifiers(text, attributes)
  if (!/[\d@]/.test(text)) return
  const parts = SEPARATORS.test(text) ? [text, ...text.split(SEPARATORS).map(part => part.trim())] : [text]
  const detected = parts.map(detect).filter(identifier => identifier !== null)
  for (const [list, identifiers] of Map.groupBy(detected, ({ into }) => into))
    attributes[list] = unique([...attributes[list], ...identifiers.map(({ value }) => value)])
}

/** The same for the text behind a name, where a date or a year is one of birth if the record has no other. */
export const detectAfterName = (rest: string, attributes: Attributes): void => {
  const birthDate = attributes.birthDates.length === 0 ? parseBirthDate(rest) : null
  if (birthDate) attributes.birthDates = [birthDate]
  else detectIdentifiers(rest, attributes)
}
