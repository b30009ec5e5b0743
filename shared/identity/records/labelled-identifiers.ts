import { isDigit } from '#shared/identity/identifiers/digits.ts'
import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { normalizeInn } from '#shared/identity/identifiers/inn.ts'
import { normalizeOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { normalizePassport } from '#shared/identity/identifiers/passport.ts'
import { normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { normalizeSnils } from '#shared/identity/identifiers/snils.ts'
import type { Attributes } from './types.ts'

type Labelled = 'phones' | 'emails' | 'inns' | 'snils' | 'passports' | 'ogrns'

const edge = '(?<![\\p{L}\\p{N}])'

/** A label in running text, then the value. Without the label a number in a remark is only a number. */
const LABELLED: { into: Labelled; form: RegExp; normalize: (text: string) => string | null }[] = [
  {
    into: 'inns',
    form: new RegExp(`${edge}инн[\\s:№-]*(\\d{10,12})(?!\\d)`, 'giu'),
    normalize: normalizeInn
  },
  {
    into: 'snils',
    form: new RegExp(`${edge}снилс[\\s:№-]*(\\d{3}[\\s-]?\\d{3}[\\s-]?\\d{3}[\\s-]?\\d{2})(?!\\d)`, 'giu'),
    normalize: normalizeSnils
  },
  {
    into: 'passports',
    form: new RegExp(
      `${edge}(?:паспорт|серия)(?:[\\s:№,-]|серия|рф|номер){0,24}(\\d{2}\\s?\\d{2}[\\s,]*(?:№|номер)?\\s*\\d{6})(?!\\d)`,
      'giu'
    ),
    normalize: normalizePassport
  },
  {
    into: 'ogrns',
    form: new RegExp(`${edge}огрн(?:ип)?[\\s:№-]*(\\d{13}(?:\\d{2})?)(?!\\d)`, 'giu'),
    normalize: normalizeOgrn
  },
  {
    into: 'phones',
    form: new RegExp(
      `${edge}(?:тел|телефон|моб|мобильный|сот|whatsapp)\\.?[\\s:№-]*(\\+?\\d[\\d\\s()-]{8,16}\\d)(?!\\d)`,
      'giu'
    ),
    normalize: normalizePhone
  },
  {
    into: 'emails',
    form: new RegExp(
      `${edge}(?:e-?mail|почта|эл\\.\\s*почта|мейл)[\\s:–-]*([^\\s@,;]{1,254}@[^\\s@,;]{1,254}\\.[\\p{L}]{2,63})`,
      'giu'
    ),
    normalize: normalizeEmail
  }
]

/** Figures of the shortest number that is read: a telephone number of another country. */
const SHORTEST_NUMBER = 8

const countDigits = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    if (isDigit(text.charCodeAt(at))) count += 1
  }
  return count
}

/** Adds to the facts the identifiers that stand in running text behind a label: «тел. …», «ИНН …». */
export const extractLabelledIdentifiers = (text: string, attributes: Attributes): void => {
  if (!text.includes('@') && countDigits(text) < SHORTEST_NUMBER) return
  for (const { into, form, normalize } of LABELLED) {
    const values = new Set(attributes[into])
    for (const [, written = ''] of text.matchAll(form)) {
      const value = normalize(written)
      if (value) values.add(value)
    }
    if (values.size > attributes[into].length) attributes[into] = [...values]
  }
}
