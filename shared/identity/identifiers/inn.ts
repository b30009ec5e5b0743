import { bareDigits, weightedSum } from './digits.ts'
import { ifValid, type KindReader } from './kind-reader.ts'
import { isPlaceholderNumber } from './placeholder.ts'

const LABEL = /(?<![а-яёa-z])(?:инн|inn)(?![а-яёa-z])/g
const ORG_WEIGHTS = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const PERSON_WEIGHTS_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
const PERSON_WEIGHTS_12 = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** Normal form: 10 digits (organisation) or 12 (person). A KPP after a slash is dropped. */
export function normalizeInn(text: string): string | null {
  const own = text.includes('/') ? text.replace(/^(\D{0,12}\d{10})\s?\/\s?\d{9}$/, '$1') : text
  const digits = bareDigits(own, LABEL)
  if (digits === null || (digits.length !== 10 && digits.length !== 12)) return null
  return isPlaceholderNumber(digits) ? null : digits
}

/** Order of the Federal Tax Service ММВ-7-6/435@: weighted sums modulo 11 modulo 10. */
export function isValidInn(normal: string): boolean {
  if (/^\d{10}$/.test(normal)) return checkDigit(normal, ORG_WEIGHTS) === normal.charAt(9)
  if (!/^\d{12}$/.test(normal)) return false
  return (
    checkDigit(normal, PERSON_WEIGHTS_11) === normal.charAt(10) &&
    checkDigit(normal, PERSON_WEIGHTS_12) === normal.charAt(11)
  )
}

function checkDigit(digits: string, weights: readonly number[]): string {
  return String((weightedSum(digits, weights) % 11) % 10)
}

/** Spreadsheets drop leading zeros: 9 or 11 digits are padded when the check digit then holds. */
function normalizeInnCell(text: string): string | null {
  const inn = normalizeInn(text)
  if (inn !== null) return inn
  const digits = text.trim()
  const padded = /^(?:\d{9}|\d{11})$/.test(digits) ? normalizeInn(`0${digits}`) : null
  return padded !== null && isValidInn(padded) ? padded : null
}

const readValid = /* @__PURE__ */ ifValid({ normalize: normalizeInn, isValid: isValidInn })

export const inn: KindReader = {
  normalize: normalizeInn,
  normalizeCell: normalizeInnCell,
  isValid: isValidInn,
  remark: normal => (normal.startsWith('00') ? 'region' : undefined),
  labels:
    'инн; кпп; инн физлица; инн физ лица; инн фл; инн юрлица; инн юл; инн организации; инн кпп; inn; идентификационный номер налогоплательщика',
  headers: [
    'ИНН',
    'ИНН физлица',
    'ИНН ФЛ',
    'ИНН руководителя',
    'Номер ИНН',
    'ИНН/КИО',
    'Идентификационный номер налогоплательщика',
    'inn',
    'tax id',
    'taxid',
    'tin',
    'taxpayer id',
    'itn'
  ],
  behindLabel: /^(?:\d{10} ?\/ ?\d{9}(?!\d)|\d(?:[ ./-]{0,3}\d){8,11}(?![./-]?\d))/,
  inText: /(?<![\p{L}\p{N}])инн[\s:№-]*(\d{10,12})(?!\d)/giu,
  shapes: [{ form: /^\d{12}$/, read: readValid }, { form: /^\d{10} ?\/ ?\d{9}$/ }],
  column: {
    signs: [{ holds: text => /^\d{10}(?:\d{2})?$/.test(text) && readValid(text) !== null, enough: 0.8 }],
    rank: 3,
    isAlone: true
  },
  run: { form: /^(?:\d{10}|\d{12})$/, digitsMax: 12 }
}
