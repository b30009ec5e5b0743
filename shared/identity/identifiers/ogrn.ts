import { bareDigits } from './digits.ts'
import { ifValid, type KindReader } from './kind-reader.ts'
import { isPlaceholderNumber } from './placeholder.ts'

const LABEL = /(?<![а-яёa-z])(?:огрнип|огрн|ogrnip|ogrn)(?![а-яёa-z])/g

/** Normal form: 13 digits (OGRN) or 15 (OGRNIP). */
export function normalizeOgrn(text: string): string | null {
  const digits = bareDigits(text, LABEL)
  if (digits === null || (digits.length !== 13 && digits.length !== 15)) return null
  return isPlaceholderNumber(digits) ? null : digits
}

/** Order of the Finance Ministry 165n: all digits but the last modulo 11 (OGRN) or 13 (OGRNIP), modulo 10. */
export function isValidOgrn(normal: string): boolean {
  if (!/^(?:\d{13}|\d{15})$/.test(normal) || normal.startsWith('0')) return false
  const divisor = normal.length === 13 ? 11 : 13
  return (Number(normal.slice(0, -1)) % divisor) % 10 === Number(normal.slice(-1))
}

const readValid = /* @__PURE__ */ ifValid({ normalize: normalizeOgrn, isValid: isValidOgrn })

export const ogrn: KindReader = {
  normalize: normalizeOgrn,
  isValid: isValidOgrn,
  remark: normal => (normal.slice(3, 5) === '00' ? 'region' : undefined),
  labels: 'огрн; огрнип; огрн ип; ogrn; ogrnip',
  headers: ['ОГРН', 'ОГРНИП', 'ОГРН/ОГРНИП', 'Номер ОГРН', 'ogrn', 'ogrnip'],
  behindLabel: /^\d(?:[ ./-]{0,3}\d){12,14}(?!\d)/,
  inText: /(?<![\p{L}\p{N}])огрн(?:ип)?[\s:№-]*(\d{13}(?:\d{2})?)(?!\d)/giu,
  shapes: [{ form: /^\d{13}(?:\d{2})?$/, read: readValid }],
  column: {
    signs: [{ holds: text => /^\d{13}(?:\d{2})?$/.test(text) && readValid(text) !== null, enough: 0.8 }],
    rank: 4,
    isAlone: true
  },
  run: { form: /^\d{13}(?:\d{2})?$/, digitsMax: 15 }
}
