import { bareDigits } from './digits.ts'
import type { KindReader } from './kind-reader.ts'
import { isPlaceholderNumber } from './placeholder.ts'

const LABEL =
  /(?<![а-яёa-z])(?:паспорт[а-яё]{0,3}|пасп|п-т|passport|гражданина|рф|россии|серия|серии|сер|номер|ном|н|no|n)(?![а-яёa-z])/g

/** Normal form of a Russian internal passport: 10 digits, series and number. */
export function normalizePassport(text: string): string | null {
  const digits = bareDigits(text, LABEL)
  if (digits === null || digits.length !== 10) return null
  return isPlaceholderNumber(digits) || isPlaceholderNumber(digits.slice(4)) ? null : digits
}

function isValidPassport(normal: string): boolean {
  return /^\d{10}$/.test(normal)
}

/** The third and fourth digits are the year of printing: 97 to next year. */
export function hasPlausibleYear(normal: string): boolean {
  const year = Number(normal.slice(2, 4))
  return year >= 97 || year <= (new Date().getUTCFullYear() + 1) % 100
}

export const passport: KindReader = {
  normalize: normalizePassport,
  isValid: isValidPassport,
  remark: normal => (normal.startsWith('00') ? 'region' : undefined),
  isDoubtful: normal => !hasPlausibleYear(normal),
  writtenForms: value => {
    const [series, number] = [value.slice(0, 4), value.slice(4)]
    const halves = `${series.slice(0, 2)} ${series.slice(2)}`
    return [`${halves} ${number}`, `${series} ${number}`, `${series} № ${number}`, `${halves} № ${number}`]
  },
  labels:
    'документ; документ удостоверяющий личность; серия номер; паспорт серия; паспорт серия номер; паспорт серии; серия паспорта; паспорт гражданина российской федерации; паспорт гр; серия и номер; паспорт*; паспорт рф; паспорт гражданина; паспорт гражданина рф; пасп; п-т; passport; удостоверение личности; серия; серии; сер; паспортные данные; серия и номер паспорта; номер паспорта; серия номер паспорта',
  headers: [
    'Паспорт',
    'Серия и номер паспорта',
    'Серия и номер',
    'Серия, номер',
    'Серия номер паспорта',
    'Паспорт серия номер',
    'Паспорт серия и номер',
    'Паспорт РФ',
    'Паспортные данные',
    'Данные паспорта',
    'Документ',
    'Серия и номер документа',
    'passport',
    'passport id',
    'passport series and number',
    'pasport'
  ],
  behindLabel:
    /^(?:сери[яи]:? {0,2})?(?:\d{2} ?\d{2}[ ,]{0,3}(?:(?:№|номер(?: паспорта)?|ном\.?|n|no):? {0,2})?\d{3} ?\d{3}(?!\d)|\d(?:[ ./-]{0,3}\d){9}(?!\d))/iu,
  inText:
    /(?<![\p{L}\p{N}])(?:паспорт|серия)(?:[\s:№,-]|серия|рф|номер){0,24}(\d{2}\s?\d{2}[\s,]*(?:№|номер)?\s*\d{6})(?!\d)/giu,
  shapes: [{ form: /^\d{2} \d{2} ?№? ?\d{6}$|^\d{4} ?№ ?\d{6}$|^\d{4} \d{6}$/ }],
  column: {
    signs: [{ holds: text => /^\d{2} ?\d{2} (?:№ ?)?\d{6}$/.test(text), enough: 0.8 }],
    rank: 5
  },
  run: { form: /^\d{10}$/, digitsMax: 10 }
}
