import { ImportError } from '#api/features/imports/import-error.ts'
import { nearest } from '#shared/identity/text/nearest.ts'
import { ownValue } from '#shared/own-value.ts'
import { quoted, quotedList } from '#shared/texts/quoted.ts'

export type ColumnNames = Readonly<Record<string, string>>

export const NO_NAMES: ColumnNames = {}

/** A column may be called like an object's own property. */
export const nameOf = (names: ColumnNames, label: string): string => ownValue(names, label) ?? label

/** '' when nothing is similar. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const name = nearest(typed, names)
  return name === undefined ? '' : ` (может быть, ${quoted(name)}?)`
}

export function checkLabels(labels: readonly string[], requested: readonly string[]): void {
  const missing = requested.filter(label => !labels.includes(label))
  if (missing.length === 0) return
  const has = quotedList(labels)
  const named = missing.map(label => `${quoted(label)}${didYouMean(label, labels)}`).join(', ')
  throw new ImportError(`В файле нет колонки ${named}. Есть: ${has}`)
}
