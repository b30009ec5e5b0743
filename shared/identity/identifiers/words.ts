import { IDENTIFIER_WORDS, type IdentifierKind, type IdentifierWords, type PartKind } from './table.ts'

/** What the table says in words. Nothing here imports what reads values, so pages may. */

export const IDENTIFIER_KINDS = /* @__PURE__ */ Object.keys(IDENTIFIER_WORDS) as IdentifierKind[]

/** Of a kind, where it does not matter which kind it is. */
export const wordsOf = (kind: IdentifierKind): IdentifierWords => IDENTIFIER_WORDS[kind]

/** Whether a column or a key is of an identifier. */
export const isIdentifierKind = (kind: string): kind is IdentifierKind =>
  Object.hasOwn(IDENTIFIER_WORDS, kind)

/** With its first letter as a capital. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** «E-mail», «СНИЛС»: of a column, a chip and a row of the summary. */
export const labelOf = (kind: IdentifierKind): string => capitalized(wordsOf(kind).noun)

/** Columns with a part of a value of the kind, with their Russian names. */
export const partsOf = (kind: IdentifierKind): [PartKind, string][] =>
  Object.entries(wordsOf(kind).parts ?? {}) as [PartKind, string][]
