import { withDigits } from '#shared/identity/identifiers/letters-for-digits.ts'
import { isValidPhone, normalizePhone } from '#shared/identity/identifiers/phone.ts'

/** One number and nothing else, as most cells are. */
const ONE_NUMBER = /^[\d\s()+.-]{1,19}$/
/** What stands between two numbers; a slash and «или» may have the end of a number behind them. */
const SEPARATOR = /([;|\n\r\t,/\\]|:::|\s(?:и|или|либо|or|and)(?=\s))/iu
const BEFORE_ENDING = /^(?:[/\\]|\s(?:или|либо|or))$/iu
/** «40», «17-41», «204-17-41» */
const ENDING = /^\d(?:[\s-]?\d){1,6}$/
/** So many digits are an end behind a slash: of three, an extension is as likely. */
const ENDINGS: ReadonlySet<number> = new Set([2, 4, 5, 6, 7])
/** «617-00-12» behind a comma: the number of a town is written in groups. */
const NUMBER_IN_TOWN = /^\d{1,3}(?:[\s-]\d{2,3}){1,2}$/
const TOWN_DIGITS_MIN = 5
const PHONE_DIGITS_MAX = 15
/** A Russian phone among others with no more than a space between. */
const BESIDE_OTHERS = /(?:\+\s?7|8|7)?[\s-]?\(?[3489]\d{2}\)?[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}(?!\d)/g

const DIGITS_MIN = 5

const digitsOf = (text: string): string => text.replace(/\D/g, '')
const isPhone = (text: string): boolean => {
  const normal = normalizePhone(text)
  return normal !== null && isValidPhone(normal)
}

/** «+7(973)6I7-OO-O6»: letters as digits, where they make a phone of what is none. */
const repairDigits = (text: string): string => {
  if (digitsOf(text).length < DIGITS_MIN || isPhone(text)) return text
  const repaired = withDigits(text)
  return repaired !== text && isPhone(repaired) ? repaired : text
}

/** The number whose end is another one, «…17-40/41»; null where the text is no such end. */
const withEnding = (phone: string, ending: string, separator: string): string | null => {
  if (!ENDING.test(ending)) return null
  const digits = digitsOf(ending)
  const isEnding = BEFORE_ENDING.test(separator)
    ? ENDINGS.has(digits.length)
    : digits.length >= TOWN_DIGITS_MIN && NUMBER_IN_TOWN.test(ending)
  const normal = isEnding ? normalizePhone(phone) : null
  return normal === null ? null : `+${normal.slice(0, -digits.length)}${digits}`
}

/** Numbers with nothing but spaces between them; the text itself where anything else would be left of it. */
export const phonesSideBySide = (text: string): readonly string[] => {
  if (digitsOf(text).length <= PHONE_DIGITS_MAX) return [text]
  const phones = text.match(BESIDE_OTHERS) ?? []
  const rest = phones.length < 2 ? text : text.replace(BESIDE_OTHERS, '')
  return /\d/.test(rest) || /\p{L}{4}/u.test(rest) ? [text] : phones.map(phone => phone.trim())
}

/**
 * The texts of the phones of a cell, each as a whole number: «8-973-617-00-03/13» and «617-00-02, 617-00-12» are two, letters
 * for digits are digits. The cell itself where it is one, or none.
 */
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
