import type { Reading } from '#shared/contracts/reading.ts'
import { identifierTokens, type TokenizedIdentifier } from '#shared/identity/reading/identifier-tokens.ts'
import type { LineIdentifierKind } from '#shared/identity/reading/line-identifiers.ts'
import { identifiersByTerms } from '#shared/identity/reading/line-identifiers.ts'
import { isPersonalReadingKind } from './reasons.ts'

export interface OtherNumber extends TokenizedIdentifier {
  kind: LineIdentifierKind
  valid: boolean
}

const NONE: readonly OtherNumber[] = []

/** Further numbers of the line of a kind that the reading has, unless it reads them as something else. */
export function otherNumbersOf(reading: Reading, readings: readonly Reading[]): readonly OtherNumber[] {
  const own = (reading.parts ?? [reading]).filter(({ kind }) => isPersonalReadingKind(kind))
  if (own.length === 0) return NONE
  const read = new Set((reading.parts ?? [reading]).map(({ terms }) => terms.join('')))
  const ofPerson = readings.filter(({ person }) => person === reading.person)
  return [...identifiersByTerms(ofPerson)].flatMap(([terms, [surest]]) => {
    if (!surest || read.has(terms) || !own.some(({ kind }) => kind === surest.kind)) return []
    const { kind, value, valid } = surest
    return isPersonalReadingKind(kind) ? [{ kind, value, valid, tokenLists: identifierTokens(surest) }] : []
  })
}
