import { hasDigits } from './digits.ts'
import type { KindReader } from './kind-reader.ts'

const LABEL = /^(?:vin(?:[- ]?код)?|вин(?:[- ]?код)?|vin[- ]?номер)[\s:№.\-–—]{0,4}/i
const LATIN_OF: Record<string, string> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  К: 'K',
  М: 'M',
  Р: 'P',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  О: '0',
  З: '3'
}
const MAY_BE_VIN = /^[A-Z0-9АВСЕНКМРТХУОЗ]{17}$/
const DIGITS_MIN = 3

/**
 * Normal form: 17 Latin capitals and digits, at least three of them digits. O and Q become 0, I becomes 1 (ISO 3779).
 */
export function normalizeVin(text: string): string | null {
  if (text.length > 60) return null
  const bare = text
    .normalize('NFKC')
    .trim()
    .replace(LABEL, '')
    .toUpperCase()
    .replace(/[\s\-–—]/g, '')
  if (!MAY_BE_VIN.test(bare) || !hasDigits(bare, DIGITS_MIN)) return null
  const latin = inLatin(bare)
  if (!isValidVin(latin) || !/[A-Z]/.test(latin)) return null
  return new Set(latin).size < 4 ? null : latin
}

function inLatin(text: string): string {
  const letters = text.replace(/[А-Я]/g, sign => LATIN_OF[sign] ?? sign)
  return letters.replace(/[OQ]/g, '0').replace(/I/g, '1')
}

/** The check sign is mandatory only in North America and China, so it is not required. */
export function isValidVin(normal: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(normal)
}

export const vin: KindReader = {
  normalize: normalizeVin,
  isValid: isValidVin,
  // ISO 3780 assigns no maker to codes that begin with 0.
  remark: normal => (normal.startsWith('0') ? 'vinMaker' : undefined),
  isWord: true,
  writtenForms: value => [value.toUpperCase(), value.toLowerCase()],
  labels:
    'идентификационный номер; vin-код; вин-код; номер vin; vin; вин; vin код; вин код; vin номер; идентификационный номер vin',
  headers: [
    'VIN',
    'ВИН',
    'VIN-код',
    'VIN номер',
    'Вин-код',
    'Идентификационный номер ТС',
    'Номер VIN',
    'vin code',
    'vin number'
  ],
  behindLabel: /^[\p{L}\d][\p{L}\d -]{15,22}/u,
  shapes: [{ form: /^[\p{L}\d]{17}$/u }],
  column: {
    signs: [
      {
        holds: text => text.length === 17 && /\d/.test(text) && normalizeVin(text) !== null,
        enough: 0.8
      }
    ],
    rank: 7,
    isAlone: true
  }
}
