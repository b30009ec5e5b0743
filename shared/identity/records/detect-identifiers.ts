import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { normaliseEmail } from '#shared/identity/identifiers/email.ts'
import { isValidInn, normaliseInn } from '#shared/identity/identifiers/inn.ts'
import { isValidOgrn, normaliseOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { normalisePassport } from '#shared/identity/identifiers/passport.ts'
import { isValidPhone, normalisePhone } from '#shared/identity/identifiers/phone.ts'
import { normalisePlate } from '#shared/identity/identifiers/plate.ts'
import { isValidSnils, normaliseSnils } from '#shared/identity/identifiers/snils.ts'
import { normaliseVin } from '#shared/identity/identifiers/vin.ts'
import type { Facts } from '#shared/identity/types.ts'
import { readEmbedded } from './labelled-identifiers.ts'

type Unnamed = 'phones' | 'emails' | 'inns' | 'snils' | 'passports' | 'ogrns' | 'vins' | 'plates'

const LONGEST = 60
const SEPARATORS = /[;|\n\r\t]+|,(?=\s|\+|\d{10})|\s\/\s/u

/** «a@example.com (личная)» */
const EMAIL = /[^\s@,;|<>()[\]"'«»]+@[^\s@,;|<>()[\]"'«»]+/

const ifValid =
  (normalise: (text: string) => string | null, isValid: (value: string) => boolean) =>
  (text: string): string | null => {
    const value = normalise(text)
    return value !== null && isValid(value) ? value : null
  }

/**
 * Forms in which a value says by itself what it is, whatever its column is called. Bare digits do so only under a check
 * number or a code: ten digits may be an order number, and nobody is joined to another by that.
 */
const FORMS: { into: Unnamed; form: RegExp; read: (text: string) => string | null }[] = [
  { into: 'emails', form: /@/, read: text => normaliseEmail(EMAIL.exec(text)?.[0] ?? '') },
  {
    into: 'phones',
    form: /^(?:\+?7|8)[ (.-]*[3489]\d{2}[ ).-]*\d{3}[ .-]*\d{2}[ .-]*\d{2}$|^\+\d[\d ()-]{7,18}$/,
    read: ifValid(normalisePhone, isValidPhone)
  },
  { into: 'phones', form: /^\(?9\d{2}\)?[ -]{1,2}\d{3}[ -]?\d{2}[ -]?\d{2}$/, read: normalisePhone },
  { into: 'snils', form: /^\d{3}-\d{3}-\d{3}[ -]\d{2}$/, read: normaliseSnils },
  { into: 'snils', form: /^\d{3} ?\d{3} ?\d{3} ?\d{2}$/, read: ifValid(normaliseSnils, isValidSnils) },
  {
    into: 'passports',
    form: /^\d{2} \d{2} ?№? ?\d{6}$|^\d{4} ?№ ?\d{6}$|^\d{4} \d{6}$/,
    read: normalisePassport
  },
  { into: 'inns', form: /^\d{12}$/, read: ifValid(normaliseInn, isValidInn) },
  { into: 'inns', form: /^\d{10} ?\/ ?\d{9}$/, read: normaliseInn },
  { into: 'ogrns', form: /^\d{13}(?:\d{2})?$/, read: ifValid(normaliseOgrn, isValidOgrn) },
  { into: 'vins', form: /^[\p{L}\d]{17}$/u, read: normaliseVin },
  { into: 'plates', form: /^\p{L} ?\d{3} ?\p{L}{2} ?\d{2,3}(?: ?RUS)?$/iu, read: normalisePlate }
]

/** Adds to the facts what a text of an unknown column says by itself, or behind a label inside it. */
export const readUnnamed = (text: string, facts: Facts): void => {
  readEmbedded(text, facts)
  if (!/[\d@]/.test(text)) return
  addUnnamed(text, facts)
  if (SEPARATORS.test(text)) for (const part of text.split(SEPARATORS)) addUnnamed(part.trim(), facts)
}

const addUnnamed = (part: string, facts: Facts): void => {
  if (part.length > LONGEST) return
  for (const { into, form, read } of FORMS) {
    const value = form.test(part) ? read(part) : null
    if (value === null) continue
    if (!facts[into].includes(value)) facts[into] = [...facts[into], value]
    return
  }
}

/** The same of what stands behind a name; there a date or a year is one of birth, if the record gives no other. */
export const readBehindName = (rest: string, facts: Facts): void => {
  const born = facts.birthDates.length === 0 ? parseBirthDate(rest) : null
  if (born) facts.birthDates = [born]
  else readUnnamed(rest, facts)
}
