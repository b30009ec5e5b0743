import { bareDigits } from './digits.ts'
import { ifValid, type KindReader, NEVER_ALONE } from './kind-reader.ts'
import { isPlaceholderNumber } from './placeholder.ts'

const LABEL =
  /(?<![а-яёa-z])(?:единый|номер|ном|полиса?|медполис|омс|енп|обязательного|медицинск[а-яё]{2,3}|мед|страхования|oms|enp|no|n)(?![а-яёa-z])/g
const DIGITS = 16

/** Normal form of a health insurance policy: sixteen digits. Policies from before 2011 are read as words. */
export function normalizeOmsPolicy(text: string): string | null {
  const digits = bareDigits(text, LABEL)
  return digits === null || digits.length !== DIGITS || isPlaceholderNumber(digits) ? null : digits
}

/** The Luhn check, which bank cards share. */
export function isValidOmsPolicy(normal: string): boolean {
  if (!/^\d{16}$/.test(normal)) return false
  const digits = [...normal].map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1))
  return digits.reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0) % 10 === 0
}

const readValid = /* @__PURE__ */ ifValid({ normalize: normalizeOmsPolicy, isValid: isValidOmsPolicy })

export const omsPolicy: KindReader = {
  normalize: normalizeOmsPolicy,
  isValid: isValidOmsPolicy,
  writtenForms: value => {
    const groups = value.match(/\d{4}/g) ?? []
    return [groups.join(' '), groups.join('-')]
  },
  labels:
    'полис омс; полиса омс; номер полиса омс; номер полиса; полис; медицинский полис; мед полис; медполис; омс; енп; номер енп; единый номер полиса; полис обязательного медицинского страхования',
  headers: [
    'Полис ОМС',
    'Полис',
    'ОМС',
    'ЕНП',
    'Номер полиса ОМС',
    '№ полиса ОМС',
    'Номер ОМС',
    'Номер ЕНП',
    'Единый номер полиса',
    'Мед. полис',
    'Медицинский полис',
    'Полис обязательного медицинского страхования',
    'oms',
    'enp',
    'oms policy'
  ],
  behindLabel: /^\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}(?![.-]?\d)/,
  inText:
    /(?<![\p{L}\p{N}])(?:(?:мед\p{L}*\.? ?)?полиса?(?: омс)?|омс|енп)[\s:№-]{0,4}(\d{4}([ -]?)\d{4}\2\d{4}\2\d{4})(?!\d)/giu,
  // Sixteen bare digits may also be a bank card.
  shapes: [],
  column: { signs: [{ holds: text => readValid(text) !== null, enough: NEVER_ALONE }], rank: 10 },
  run: { form: /^\d{16}$/, digitsMax: DIGITS }
}
