import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { addIdentifiers, extractLabelledIdentifiers } from './labelled-identifiers.ts'
import type { Attributes } from './types.ts'

const PART_CHARS_MAX = 60
const SEPARATORS = /[;|\n\r\t]+|,(?=\s|\+|\d{10})|\s\/\s/u

/** Bare digits need a check digit or code: an order number must not link people. */
const SHAPES = IDENTIFIER_KINDS.flatMap(kind =>
  kindReaderOf(kind).shapes.map(({ form, read = kindReaderOf(kind).normalize }) => ({ kind, form, read }))
)

const detect = (part: string): { kind: IdentifierKind; value: string } | null => {
  if (part.length > PART_CHARS_MAX) return null
  for (const { kind, form, read } of SHAPES) {
    const value = form.test(part) ? read(part) : null
    if (value !== null) return { kind, value }
  }
  return null
}

/** Adds what a text of an unknown column states by its form or a label. */
export const detectIdentifiers = (text: string, attributes: Attributes): void => {
  extractLabelledIdentifiers(text, attributes)
  if (!/[\d@]/.test(text)) return
  const parts = SEPARATORS.test(text) ? [text, ...text.split(SEPARATORS).map(part => part.trim())] : [text]
  const detected = parts.map(detect).filter(identifier => identifier !== null)
  for (const [kind, own] of Map.groupBy(detected, ({ kind }) => kind))
    addIdentifiers(
      attributes,
      kind,
      own.map(({ value }) => value)
    )
}

/** The same for text after a name, where a date counts as birth if there is no other. */
export const detectAfterName = (rest: string, attributes: Attributes): void => {
  const birthDate = attributes.birthDates.length === 0 ? parseBirthDate(rest) : null
  if (birthDate) attributes.birthDates = [birthDate]
  else detectIdentifiers(rest, attributes)
}
