import { bareDigits, weightedSum } from './digits.ts'
import { ifValid, type KindReader } from './kind-reader.ts'
import { isPlaceholderNumber } from './placeholder.ts'

const LABEL = /(?<![а-яёa-z])(?:снилс|snils|страховой номер|пфр)(?![а-яёa-z])/g
const WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2, 1]
/** Numbers up to 001-001-998 were issued before the check digit existed. */
const UNCHECKED_UP_TO = 1_001_998

export function normalizeSnils(text: string): string | null {
  const digits = bareDigits(text, LABEL)
  if (digits === null || digits.length !== 11) return null
  return isPlaceholderNumber(digits) || isPlaceholderNumber(digits.slice(0, 9)) ? null : digits
}

/** Pension Fund rule: the sum of digits by 9…1 modulo 101, and 100 counts as 00. */
export function isValidSnils(normal: string): boolean {
  if (!/^\d{11}$/.test(normal)) return false
  if (Number(normal.slice(0, 9)) <= UNCHECKED_UP_TO) return true
  return (weightedSum(normal, WEIGHTS) % 101) % 100 === Number(normal.slice(9))
}

/** Numbers with a digit three times running among the first nine are never issued. */
export function isIssuableSnils(normal: string): boolean {
  return !/(\d)\1\1/.test(normal.slice(0, 9))
}

/** Pads the zeros that a spreadsheet dropped when the check number then holds. */
function normalizeSnilsCell(text: string): string | null {
  const digits = text.trim()
  const padded = /^\d{9,10}$/.test(digits) ? normalizeSnils(digits.padStart(11, '0')) : null
  const isChecked = padded !== null && Number(padded.slice(0, 9)) > UNCHECKED_UP_TO && isValidSnils(padded)
  return isChecked ? padded : normalizeSnils(text)
}

const readValid = /* @__PURE__ */ ifValid({ normalize: normalizeSnils, isValid: isValidSnils })

export const snils: KindReader = {
  normalize: normalizeSnils,
  normalizeCell: normalizeSnilsCell,
  isValid: isValidSnils,
  remark: normal => (isIssuableSnils(normal) ? undefined : 'notIssued'),
  writtenForms: value => {
    const [a, b, c, d] = [value.slice(0, 3), value.slice(3, 6), value.slice(6, 9), value.slice(9)]
    return [`${a}-${b}-${c} ${d}`, `${a} ${b} ${c} ${d}`, `${a}-${b}-${c}-${d}`, `${a}-${b}-${c}${d}`]
  },
  labels:
    'снилс; страховой номер снилс; страховое свидетельство; snils; пенсионное свидетельство; страховой номер',
  headers: [
    'СНИЛС',
    'Номер СНИЛС',
    'СНИЛС физлица',
    'Страховой номер',
    'Страховой номер индивидуального лицевого счета',
    'snils',
    'pension number'
  ],
  behindLabel: /^\d(?:[ ./-]{0,3}\d){9,10}(?!\d)/,
  inText: /(?<![\p{L}\p{N}])снилс[\s:№-]*(\d{3}[\s-]?\d{3}[\s-]?\d{3}[\s-]?\d{2})(?!\d)/giu,
  shapes: [
    { form: /^\d{3}-\d{3}-\d{3}[ -]\d{2}$/ },
    { form: /^\d{3} ?\d{3} ?\d{3} ?\d{2}$/, read: readValid }
  ],
  column: {
    signs: [
      { holds: text => /^\d{3}-\d{3}-\d{3}[ -]?\d{2}$/.test(text), enough: 0.8 },
      { holds: text => /^[\d ]{11,14}$/.test(text) && readValid(text) !== null, enough: 0.9 }
    ],
    rank: 2,
    isAlone: true
  },
  run: { form: /^\d{11}$/, digitsMax: 11 }
}
