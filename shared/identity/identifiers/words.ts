import { IDENTIFIER_WORDS, type IdentifierKind, type IdentifierWords, type PartKind } from './table.ts'

/** Nothing here imports the readers of values, so pages may import it. */

export const IDENTIFIER_KINDS = /* @__PURE__ */ Object.keys(IDENTIFIER_WORDS) as IdentifierKind[]

export const wordsOf = (kind: IdentifierKind): IdentifierWords => IDENTIFIER_WORDS[kind]

export const isIdentifierKind = (kind: string): kind is IdentifierKind =>
  Object.hasOwn(IDENTIFIER_WORDS, kind)

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const labelOf = (kind: IdentifierKind): string => capitalized(wordsOf(kind).noun)

/** Part columns of the kind with their Russian names. */
export const partsOf = (kind: IdentifierKind): [PartKind, string][] =>
  Object.entries(wordsOf(kind).parts ?? {}) as [PartKind, string][]
