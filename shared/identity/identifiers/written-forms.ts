import type { ReadingKind } from '#shared/contracts/reading.ts'
import { formatBirthDate, parseBirthDate } from './birth-date.ts'
import { formatPassport } from './passport.ts'
import { formatPhone } from './phone.ts'
import { formatPlate } from './plate.ts'
import { formatSnils } from './snils.ts'

/** Latin letters that stand for the Cyrillic ones of plates. */
const LATIN_OF: Record<string, string> = Object.fromEntries(
  [...'АВЕКМНОРСТУХ'].map((letter, at) => [letter, 'ABEKMHOPCTYX'[at] ?? letter])
)
const RUSSIAN_PHONE = /^7\d{10}$/

/**
 * How others write an identifier or a date of this normal form, each way once: for data that nobody has put into it. Of
 * any other kind it is the value alone.
 */
export function writtenForms(kind: ReadingKind, value: string): string[] {
  return [...new Set(formsOf(kind, value))]
}

function formsOf(kind: ReadingKind, value: string): string[] {
  if (kind === 'phone') return phoneForms(value)
  if (kind === 'snils') return snilsForms(value)
  if (kind === 'passport') return passportForms(value)
  if (kind === 'birth_date') return dateForms(value)
  if (kind === 'plate') return plateForms(value)
  if (kind === 'vin' || kind === 'email') return [value, value.toUpperCase(), value.toLowerCase()]
  return [value]
}

function phoneForms(value: string): string[] {
  if (!RUSSIAN_PHONE.test(value)) return [value, `+${value}`]
  const own = value.slice(1)
  const [code, a, b, c] = [own.slice(0, 3), own.slice(3, 6), own.slice(6, 8), own.slice(8)]
  const groups = [`${a}-${b}-${c}`, `${a} ${b} ${c}`, `${a}${b}${c}`]
  const codes = ['+7', '8', '7'].flatMap(prefix => [
    `${prefix} ${code} `,
    `${prefix} (${code}) `,
    `${prefix}(${code})`
  ])
  return [
    ...['', '+7', '7', '8'].map(prefix => prefix + own),
    formatPhone(value),
    ...codes.flatMap(prefix => groups.map(group => prefix + group)),
    `+7-${code}-${a}-${b}-${c}`,
    `8-${code}-${a}-${b}-${c}`,
    `(${code}) ${a}-${b}-${c}`,
    `${code}-${a}-${b}-${c}`
  ]
}

function snilsForms(value: string): string[] {
  const [a, b, c, d] = [value.slice(0, 3), value.slice(3, 6), value.slice(6, 9), value.slice(9)]
  return [value, formatSnils(value), `${a} ${b} ${c} ${d}`, `${a}-${b}-${c}-${d}`, `${a}-${b}-${c}${d}`]
}

function passportForms(value: string): string[] {
  const [series, number] = [value.slice(0, 4), value.slice(4)]
  const halves = `${series.slice(0, 2)} ${series.slice(2)}`
  return [
    value,
    formatPassport(value),
    `${series} ${number}`,
    `${halves} ${number}`,
    `${series} № ${number}`,
    `${halves} № ${number}`
  ]
}

function dateForms(value: string): string[] {
  const date = parseBirthDate(value)
  const [year, month, day] = value.split('-')
  if (!date || !day) return [value]
  return [
    value,
    formatBirthDate(date),
    `${day}.${month}.${year}`,
    `${day}/${month}/${year}`,
    `${year}${month}${day}`
  ]
}

function plateForms(value: string): string[] {
  const forms = [value, formatPlate(value)]
  return forms.flatMap(form => [form, [...form].map(sign => LATIN_OF[sign] ?? sign).join('')])
}
