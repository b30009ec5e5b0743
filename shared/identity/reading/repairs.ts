import type { Reading } from '#shared/contracts/reading.ts'
import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { isIdentifier } from '#shared/identity/reading/line-identifiers.ts'
import { joinNotes } from '#shared/identity/reading/reading.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

/*
 * Identifiers that are written with what none of them has: letters that look like digits, blanks in an e-mail.
 */

/** One stretch of a line, as it is written and as it is meant. */
interface Repair {
  written: string
  meant: string
  note: string
}

const DIGIT_OF: Record<string, string> = { О: '0', O: '0', З: '3', Б: '6', L: '1', I: '1', І: '1' }
const LETTER = 'ОоOoЗзбlIІ'
const ANY_LETTER = new RegExp(`[${LETTER}]`, 'g')
const DIGIT_OR_LETTER = `[\\d${LETTER}]`
/** A number of a line that is told by its length alone: it begins with a digit and has hardly any letter. */
const LONG_NUMBER = new RegExp(
  `(?<![\\p{L}\\d@._/-])\\+?\\d${DIGIT_OR_LETTER}{9,14}(?![\\p{L}\\d@_-]|[./]\\S)`,
  'gu'
)
const DIGITS_MIN = 9
const LETTERS_MAX = 2
const LABEL =
  'инн|inn|снилс|snils|огрн(?:ип)?|ogrn(?:ip)?|паспорт[а-яё]{0,3}|passport|сери[яи]|(?:моб|раб|дом|сот)?\\.? ?тел(?:ефон)?[а-яё]{0,2}|моб|сот|phone|tel'
/** Behind its label a number may be parted, and have more letters. */
const LABELLED_NUMBER = new RegExp(
  `(?<label>(?<![\\p{L}\\d])(?:${LABEL})\\.?[ :№#=(–—-]{0,4}(?:номер |№ ?)?)` +
    `(?<number>[+(]{0,2}${DIGIT_OR_LETTER}(?:[ ()./№-]{0,3}${DIGIT_OR_LETTER}){7,14})(?![\\p{L}\\d@_])`,
  'giu'
)
const LABELLED_LETTERS_MAX = 4
const MAY_HAVE_LETTER = new RegExp(`\\d[ ()./-]{0,3}[${LETTER}]|[${LETTER}][ ()./-]{0,3}\\d`)

/** «7.9732041740E10», as a spreadsheet shows a long number. */
const IN_SPREADSHEET = /(?<![\p{L}\d.,])(\d)[.,](\d{8,14})e\+?(\d{1,2})(?![\p{L}\d])/giu

/** «i.primerov @ example . com», «i.primerov@ example.com»: the part behind the blank ends the address. */
const SPACED_EMAIL =
  /(?<![\p{L}\p{N}@._%+-])[a-z0-9_%+-]{1,64}(?:(?:\.| \. )[a-z0-9_%+-]{1,64}){0,4} {0,2}@ {0,2}[a-z0-9-]{1,63}(?:(?:\.[a-z0-9-]{1,63}){1,4}| {0,2}\. {0,2}[a-z]{2,24})(?![\p{L}\p{N}@_])/giu

const digitsOf = (written: string): string =>
  written.replace(ANY_LETTER, letter => DIGIT_OF[letter.toUpperCase()] ?? letter)

const countLetters = (written: string): number => written.match(ANY_LETTER)?.length ?? 0
const countDigits = (written: string): number => written.replace(/\D/g, '').length

/** A line with its identifiers as they are meant, and what was repaired. */
export function withRepairs(line: string): { text: string; repairs: readonly Repair[] } {
  const repairs: Repair[] = []
  const repair = (written: string, meant: string, note: string): string => {
    if (meant !== written) repairs.push({ written, meant, note: `${note} ${meant}` })
    return meant
  }
  let text = line
  if (MAY_HAVE_LETTER.test(text)) {
    const repairNumber = (lettersMax: number) => (written: string) => {
      const letters = countLetters(written)
      const isNumber = letters > 0 && letters <= lettersMax && countDigits(written) >= DIGITS_MIN - letters
      return isNumber ? repair(written, digitsOf(written), READING_NOTES.letters) : written
    }
    const repairLabelled = repairNumber(LABELLED_LETTERS_MAX)
    text = text
      .replace(LABELLED_NUMBER, (_, label: string, number: string) => label + repairLabelled(number))
      .replace(LONG_NUMBER, repairNumber(LETTERS_MAX))
  }
  text = text.replace(IN_SPREADSHEET, (written: string, first: string, others: string, power: string) =>
    others.length === Number(power) ? repair(written, first + others, READING_NOTES.letters) : written
  )
  if (text.includes('@') && text.includes(' '))
    text = text.replace(SPACED_EMAIL, written => {
      const meant = written.replaceAll(' ', '')
      return normalizeEmail(meant) === null ? written : repair(written, meant, READING_NOTES.blanks)
    })
  return { text, repairs }
}

/** The readings of a repaired line with the words of the line as it is written, and what was repaired as a note. */
export const withWrittenWords = (readings: readonly Reading[], repairs: readonly Repair[]): Reading[] =>
  repairs.length === 0 ? [...readings] : readings.map(reading => withWritten(reading, repairs))

function withWritten(reading: Reading, repairs: readonly Repair[]): Reading {
  const terms = reading.terms.join(' ')
  const own = repairs.filter(({ meant }) => terms.includes(meant))
  if (own.length === 0) return reading
  const asWritten = (text: string) =>
    own.reduce((words, { meant, written }) => words.replace(meant, written), text)
  const { parts } = reading
  const isText = reading.kind === 'text' || reading.kind === 'address'
  const repaired = {
    ...reading,
    value: isText ? asWritten(reading.value) : reading.value,
    terms: asWritten(terms).split(' ')
  }
  const note = joinNotes([...own.map(each => each.note), reading.note])
  const isNoted = isIdentifier(reading.kind) || reading.kind === 'combined'
  return {
    ...repaired,
    ...(isNoted && note !== undefined && { note }),
    ...(parts && { parts: parts.map(part => withWritten(part, repairs)) })
  }
}
