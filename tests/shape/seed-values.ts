import { completeInn, completeOgrn, completeSnils, completeVin } from '#api/db/seed/identifiers.ts'
import { CITIES } from '#api/db/seed/places-table.ts'

/**
 * Russian messages on values that could belong to a real person (`docs/guides/data-protection.md` §3), whatever their column.
 */
export function lintValue(value: string): string[] {
  const problems: string[] = []
  for (const [, host = ''] of value.matchAll(/@([\p{L}\d.-]+)/gu)) {
    if (host !== 'example.com' && !host.endsWith('.example')) problems.push(`почта вне example.com: ${value}`)
  }
  for (const [, host = ''] of value.matchAll(/https?:\/\/([^/\s]+)/g)) {
    if (!/(^|\.)example(\.com)?$/.test(host)) problems.push(`адрес сайта вне example.com: ${value}`)
  }
  for (const [, city = ''] of value.matchAll(/г\. ([\p{L}-]+)/gu)) {
    if (!CITIES.some(invented => invented === city)) problems.push(`город не из выдуманных: ${value}`)
  }
  for (const [vin] of value.matchAll(/(?<![\p{L}\d])[A-HJ-NPR-Z\d]{17}(?![\p{L}\d])/gu)) {
    if (!vin.startsWith('0') || completeVin(vin) !== vin) problems.push(`VIN может быть настоящим: ${value}`)
  }
  for (const [, region] of value.matchAll(/[АВЕКМНОРСТУХ]\d{3}[АВЕКМНОРСТУХ]{2}(\d{2,3})/gu)) {
    if (region !== '00') problems.push(`госномер настоящего региона: ${value}`)
  }
  for (const [written] of value.matchAll(/(?<![\p{L}\d/-])\+?\d[\d()\s-]{7,}\d(?![\p{L}\d])/gu)) {
    if (!isUnreal(written.replace(/\D/g, ''))) problems.push(`номер может быть настоящим: ${value}`)
  }
  return problems
}

/** Shorter numbers identify nobody. */
function isUnreal(digits: string): boolean {
  const { length } = digits
  if (length < 10) return true
  if (/^0+$/.test(digits)) return false
  if (/^[78]?97[3-6]\d{7}$/.test(digits)) return true
  if (length === 10 || length === 12) return digits.startsWith('00')
  if (length === 11)
    return /(\d)\1\1/.test(digits.slice(0, 9)) && completeSnils(digits.slice(0, 9)) === digits
  return length === 13 && digits.slice(3, 5) === '00' && completeOgrn(digits.slice(0, 12)) === digits
}

export function lintNumber(kind: string, value: string): string[] {
  const digits = value.replace(/\D/g, '')
  if (digits === '') return []
  const wrong = [`${kind} не с контрольным числом региона 00: ${value}`]
  if (kind === 'inn') {
    const body = digits.slice(0, digits.length === 12 ? 10 : 9)
    return digits.startsWith('00') && completeInn(body) === digits ? [] : wrong
  }
  if (kind === 'snils') return completeSnils(digits.slice(0, 9)) === digits ? [] : wrong
  if (kind === 'ogrn') return completeOgrn(digits.slice(0, 12)) === digits ? [] : wrong
  if (kind === 'passport' || kind === 'passport_series') return digits.startsWith('00') ? [] : wrong
  return []
}
