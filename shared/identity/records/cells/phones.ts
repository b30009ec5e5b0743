import { withDigits } from '#shared/identity/identifiers/letters-for-digits.ts'
import { isValidPhone, normalizePhone } from '#shared/identity/identifiers/phone.ts'

const ONE_NUMBER = /^[\d\s()+.-]{1,19}$/
/** A slash or «или» may be followed by the end of a number. */
const SEPARATOR = /([;|\n\r\t,/\\]|:::|\s(?:и|или|либо|or|and)(?=\s))/iu
const BEFORE_ENDING = /^(?:[/\\]|\s(?:или|либо|or))$/iu
/** «40», «17-41», «204-17-41» */
const ENDING = /^\d(?:[\s-]?\d){1,6}$/
/** Lengths of an end after a slash; three digits may be an extension. */
const ENDINGS: ReadonlySet<number> = new Set([2, 4, 5, 6, 7])
/** «617-00-12» after a comma: local numbers are written in groups. */
const NUMBER_IN_TOWN = /^\d{1,3}(?:[\s-]\d{2,3}){1,2}$/
const TOWN_DIGITS_MIN = 5
const PHONE_DIGITS_MAX = 15
const BESIDE_OTHERS = /(?:\+\s?7|8|7)?[\s-]?\(?[3489]\d{2}\)?[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}(?!\d)/g

const DIGITS_MIN = 5

const digitsOf = (text: string): string => text.replace(/\D/g, '')
const isPhone = (text: string): boolean => {
  const normal = normalizePhone(text)
  return normal !== null && isValidPhone(normal)
}

/** «+7(973)6I7-OO-O6»: letters as digits, if that makes a phone. */
const repairDigits = (text: string): string => {
  if (digitsOf(text).length < DIGITS_MIN || isPhone(text)) return text
  const repaired = withDigits(text)
  return repaired !== text && isPhone(repaired) ? repaired : text
}

/** Completes an end: «…17-40/41»; null when it is none. */
const withEnding = (phone: string, ending: string, separator: string): string | null => {
  if (!ENDING.test(ending)) return null
  const digits = digitsOf(ending)
  const isEnding = BEFORE_ENDING.test(separator)
    ? ENDINGS.has(digits.length)
    : digits.length >= TOWN_DIGITS_MIN && NUMBER_IN_TOWN.test(ending)
  const normal = isEnding ? normalizePhone(phone) : null
  return normal === null ? null : `+${normal.slice(0, -digits.length)}${digits}`
}

/** Numbers separated by spaces only; else the text itself. */
export const phonesSideBySide = (text: string): readonly string[] => {
  if (digitsOf(text).length <= PHONE_DIGITS_MAX) return [text]
  const phones = text.match(BESIDE_OTHERS) ?? []
  const rest = phones.length < 2 ? text : text.replace(BESIDE_OTHERS, '')
  return /\d/.test(rest) || /\p{L}{4}/u.test(rest) ? [text] : phones.map(phone => phone.trim())
}

/** Phones of a cell as whole numbers: «8-973-617-00-03/13» is two. The cell itself when it is one or none. */
export const phonesInCell = (cell: string): readonly string[] => {
  if (ONE_NUMBER.test(cell)) return [cell]
  const pieces = cell.split(SEPARATOR)
  const phones: string[] = []
  let last: string | null = null
  for (let at = 0; at < pieces.length; at += 2) {
    const piece = repairDigits((pieces[at] ?? '').trim())
    const other: string | null = last === null ? null : withEnding(last, piece, pieces[at - 1] ?? '')
    if (other !== null) phones.push(other)
    else if (isPhone(piece)) {
      last = piece
      phones.push(piece)
    } else {
      last = null
      if (piece !== '') phones.push(...phonesSideBySide(piece))
    }
  }
  return phones.some(isPhone) ? phones : [repairDigits(cell)]
}
