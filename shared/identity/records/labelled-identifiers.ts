import { isDigit } from '#shared/identity/identifiers/digits.ts'
import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { normalizeInn } from '#shared/identity/identifiers/inn.ts'
import { normalizeOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { normalizePassport } from '#shared/identity/identifiers/passport.ts'
import { normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { normalizeSnils } from '#shared/identity/identifiers/snils.ts'
import type { Attributes } from './types.ts'

type LabelledList = 'phones' | 'emails' | 'inns' | 'snils' | 'passports' | 'ogrns'

const EDGE = '(?<![\\p{L}\\p{N}])'

/** A label in running text, then the value. Without its label a number in a remark identifies nothing. */
const LABELLED: { into: LabelledList; form: RegExp; normalize: (text: string) => string | null }[] = [
  {
    into: 'inns',
    form: new RegExp(`${EDGE}инн[\\s:№-]*(\\d{10,12})(?!\\d)`, 'giu'),
    normalize: normalizeInn
  },
  {
    into: 'snils',
    form: new RegExp(`${EDGE}снилс[\\s:№-]*(\\d{3}[\\s-]?\\d{3}[\\s-]?\\d{3}[\\s-]?\\d{2})(?!\\d)`, 'giu'),
    normalize: normalizeSnils
  },
  {
    into: 'passports',
    form: new RegExp(
      `${EDGE}(?:паспорт|серия)(?:[\\s:№,-]|серия|рф|номер){0,24}(\\d{2}\\s?\\d{2}[\\s,]*(?:№|номер)?\\s*\\d{6})(?!\\d)`,
      'giu'
    ),
    normalize: normalizePassport
  },
  {
    into: 'ogrns',
    form: new RegExp(`${EDGE}огрн(?:ип)?[\\s:№-]*(\\d{13}(?:\\d{2})?)(?!\\d)`, 'giu'),
    normalize: normalizeOgrn
  },
  {
    into: 'phones',
    form: new RegExp(
      `${EDGE}(?:тел|телефон|моб|мобильный|сот|whatsapp)\\.?[\\s:№-]*(\\+?\\d[\\d\\s()-]{8,16}\\d)(?!\\d)`,
      'giu'
    ),
    normalize: normalizePhone
  },
  {
    into: 'emails',
    form: new RegExp(
      `${EDGE}(?:e-?mail|почта|эл\\.\\s*почта|мейл)[\\s:–-]*([^\\s@,;]{1,254}@[^\\s@,;]{1,254}\\.[\\p{L}]{2,63})`,
      'giu'
    ),
    normalize: normalizeEmail
  }
]

/** Digits of the shortest identifier: a telephone number of another country. */
const IDENTIFIER_DIGITS_MIN = 8

const countDigits = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    if (isDigit(text.charCodeAt(at))) count += 1
  }
  return count
}

/** Adds the identifiers that follow a label in running text: «тел. …», «ИНН …». */
export const extractLabelledIdentifiers = (text: string, attributes: Attributes): void => {
  if (!text.includes('@') && countDigits(text) < IDENTIFIER_DIGITS_MIN) return
  for (const { into, form, normalize } of LABELLED) {
    const values = new Set(attributes[into])
    for (const [, written = ''] of text.matchAll(form)) {
      const value = normalize(written)
      if (value) values.add(value)
    }
    if (values.size > attributes[into].length) attributes[into] = [...values]
  }
}
