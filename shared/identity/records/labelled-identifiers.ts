import { hasDigits } from '#shared/identity/identifiers/digits.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { unique } from '#shared/identity/text/lists.ts'
import type { Attributes } from './types.ts'

/** The shortest identifier of digits alone is a foreign phone. */
export const IDENTIFIER_DIGITS_MIN = 8

/** Without its label a number in a remark identifies nothing. */
const LABELLED = IDENTIFIER_KINDS.flatMap(kind => {
  const { inText, inTextDigitsMin = IDENTIFIER_DIGITS_MIN, normalize } = kindReaderOf(kind)
  return inText ? [{ kind, inText, digitsMin: inTextDigitsMin, normalize }] : []
})
const DIGITS_MIN = Math.min(...LABELLED.map(({ digitsMin }) => digitsMin))

/** Adds labelled identifiers of running text: «тел. …», «ИНН …». */
export const extractLabelledIdentifiers = (text: string, attributes: Attributes): void => {
  const mayHold = (digitsMin: number) => text.includes('@') || hasDigits(text, digitsMin)
  if (!mayHold(DIGITS_MIN)) return
  for (const { kind, inText, digitsMin, normalize } of LABELLED) {
    if (digitsMin > DIGITS_MIN && !mayHold(digitsMin)) continue
    if (text.search(inText) < 0) continue
    const values = [...text.matchAll(inText)].map(([, written = '']) => normalize(written))
    addIdentifiers(
      attributes,
      kind,
      values.filter(value => value !== null)
    )
  }
}

export const addIdentifiers = (
  attributes: Pick<Attributes, 'identifiers'>,
  kind: IdentifierKind,
  values: readonly string[]
): void => {
  if (values.length === 0) return
  const all = unique([...attributes.identifiers[kind], ...values])
  if (all.length > attributes.identifiers[kind].length)
    attributes.identifiers = { ...attributes.identifiers, [kind]: all }
}
