import type { ReadingKind } from '#shared/contracts/reading.ts'
import { formatBirthDate, parseBirthDate } from './birth-date.ts'
import { kindReaderOf } from './kinds.ts'
import { kindOfReading } from './reading-kinds.ts'

/** Spellings of an identifier or birth date, for data stored in other forms. Other kinds give the value alone. */
export function writtenForms(kind: ReadingKind, value: string): string[] {
  return [...new Set([value, ...otherForms(kind, value)])]
}

function otherForms(reading: ReadingKind, value: string): string[] {
  if (reading === 'birth_date') return dateForms(value)
  const kind = kindOfReading(reading)
  return kind === null ? [] : (kindReaderOf(kind).writtenForms?.(value) ?? [])
}

function dateForms(value: string): string[] {
  const date = parseBirthDate(value)
  const [year, month, day] = value.split('-')
  if (!date || !day) return []
  return [
    formatBirthDate(date),
    `${day}.${month}.${year}`,
    `${day}/${month}/${year}`,
    `${year}${month}${day}`
  ]
}
