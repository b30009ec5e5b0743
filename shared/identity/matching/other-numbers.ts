import type { Reading } from '#shared/contracts/reading.ts'
import { identifierTokens, type TokenizedIdentifier } from '#shared/identity/reading/identifier-tokens.ts'
import type { LineIdentifierKind } from '#shared/identity/reading/line-identifiers.ts'
import { identifiersByTerms } from '#shared/identity/reading/line-identifiers.ts'
import { isPersonalNumber } from './reasons.ts'

/** A number of a line that is one person's, beside the one of its kind that a reading has. */
export interface OtherNumber extends TokenizedIdentifier {
  kind: LineIdentifierKind
  valid: boolean
}

const NONE: readonly OtherNumber[] = []

/**
 * The numbers of a line that a reading leaves out for another one of their kind, «ИНН …, ИНН …». Words that the reading
 * takes for anything else are none, nor is what somebody else of the line has.
 */
export function otherNumbersOf(reading: Reading, readings: readonly Reading[]): readonly OtherNumber[] {
  const own = (reading.parts ?? [reading]).filter(({ kind }) => isPersonalNumber(kind))
  if (own.length === 0) return NONE
  const read = new Set((reading.parts ?? [reading]).map(({ terms }) => terms.join('')))
  const ofPerson = readings.filter(({ person }) => person === reading.person)
  return [...identifiersByTerms(ofPerson)].flatMap(([terms, [surest]]) => {
    if (!surest || read.has(terms) || !own.some(({ kind }) => kind === surest.kind)) return []
    const { kind, value, valid } = surest
    return isPersonalNumber(kind) ? [{ kind, value, valid, tokenLists: identifierTokens(surest) }] : []
  })
}
