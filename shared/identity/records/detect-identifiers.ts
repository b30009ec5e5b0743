import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { recognizerOf } from '#shared/identity/identifiers/kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { addIdentifiers, extractLabelledIdentifiers } from './labelled-identifiers.ts'
import type { Attributes } from './types.ts'

const PART_CHARS_MAX = 60
const SEPARATORS = /[;|\n\r\t]+|,(?=\s|\+|\d{10})|\s\/\s/u

/**
 * Forms that tell the kind of a value whatever its column is called. Bare digits do so only with a check digit or a
 * code: ten digits may be an order number, which must not join two people.
 */
const SHAPES = IDENTIFIER_KINDS.flatMap(kind =>
  recognizerOf(kind).shapes.map(({ form, read = recognizerOf(kind).normalize }) => ({ kind, form, read }))
)

/** The first form that matches decides. */
const detect = (part: string): { kind: IdentifierKind; value: string } | null => {
  if (part.length > PART_CHARS_MAX) return null
  for (const { kind, form, read } of SHAPES) {
    const value = form.test(part) ? read(part) : null
    if (value !== null) return { kind, value }
  }
  return null
}

/** Adds to the attributes what a text of an unknown column states by itself, or behind a label inside it. */
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

/** The same for the text behind a name, where a date or a year is one of birth if the record has no other. */
export const detectAfterName = (rest: string, attributes: Attributes): void => {
  const birthDate = attributes.birthDates.length === 0 ? parseBirthDate(rest) : null
  if (birthDate) attributes.birthDates = [birthDate]
  else detectIdentifiers(rest, attributes)
}
