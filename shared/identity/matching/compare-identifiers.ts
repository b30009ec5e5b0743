import { isOneDigitOff } from '#shared/identity/identifiers/digits.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { rowOfReading } from '#shared/identity/identifiers/reading-kinds.ts'
import type { TokenizedIdentifier } from '#shared/identity/reading/identifier-tokens.ts'
import type { LineIdentifierKind } from '#shared/identity/reading/line-identifiers.ts'
import type { Attributes, OrganisationAttributes } from '#shared/identity/records/types.ts'
import { isIdentifierNumber } from '#shared/identity/text/tokenize.ts'
import type { MatchQuery } from './match-query.ts'
import { IDENTIFIER_REASONS } from './reasons.ts'

/**
 * `connected`: belongs to an organisation beside the person. `nearInvalid`, `otherInvalid`: the typed check digit was
 * wrong, so a difference says nothing.
 */
type IdentifierAgreement =
  | 'equal'
  | 'connected'
  | 'missing'
  | 'near'
  | 'differs'
  | 'nearInvalid'
  | 'otherInvalid'

export interface ComparedIdentifier {
  kind: LineIdentifierKind
  valid: boolean
  agreement: IdentifierAgreement
}

/** The INN of a person says nothing about an organisation's. */
const valuesOf = (reading: LineIdentifierKind, { identifiers }: Attributes): readonly string[] => {
  const { kind, length } = rowOfReading(reading)
  const values = identifiers[kind]
  return length === undefined ? values : values.filter(value => value.length === length)
}

const isConnected = (
  reading: LineIdentifierKind,
  value: string,
  connected: OrganisationAttributes | undefined
): boolean => connected?.identifiers[rowOfReading(reading).kind].includes(value) === true

/** A value may lack its optional end. */
const includesIdentifier = (
  reading: LineIdentifierKind,
  value: string,
  values: readonly string[]
): boolean => {
  if (values.includes(value)) return true
  return (
    kindReaderOf(rowOfReading(reading).kind).shorter !== undefined &&
    values.some(longer => longer.startsWith(value))
  )
}

export const hasTokens = (attributes: Attributes, tokens: readonly string[]): boolean =>
  tokens.every(word => (isIdentifierNumber(word) ? attributes.numbers : attributes.words).includes(word))

const NO_IDENTIFIERS: ComparedIdentifier[] = []

export const isChecked = (kind: LineIdentifierKind): boolean =>
  IDENTIFIER_REASONS[kind].nearInvalid !== undefined

export const compareIdentifiers = (
  { identifiers }: MatchQuery,
  attributes: Attributes
): ComparedIdentifier[] => {
  if (identifiers.length === 0) return NO_IDENTIFIERS
  return identifiers.map(({ kind, value, valid }) => {
    const values = valuesOf(kind, attributes)
    const agreement = includesIdentifier(kind, value, values)
      ? 'equal'
      : isConnected(kind, value, attributes.connected)
        ? 'connected'
        : values.length === 0
          ? 'missing'
          : values.some(other => isOneDigitOff(value, other))
            ? isChecked(kind) && !valid
              ? 'nearInvalid'
              : 'near'
            : isChecked(kind) && !valid
              ? 'otherInvalid'
              : 'differs'
    return { kind, valid, agreement }
  })
}

/** Looks at the person, the organisations beside the person, and the texts. */
export const hasIdentifier = (
  attributes: Attributes,
  { kind, value, tokenLists }: TokenizedIdentifier
): boolean =>
  includesIdentifier(kind, value, valuesOf(kind, attributes)) ||
  isConnected(kind, value, attributes.connected) ||
  tokenLists.some(tokens => hasTokens(attributes, tokens))

/**
 * Numbers of the line that the record lacks although another of the kind agrees: another person or a former passport.
 */
export const missingNumbersOf = ({ identifiers, otherNumbers }: MatchQuery, attributes: Attributes) =>
  otherNumbers.filter(
    other =>
      identifiers.some(
        ({ kind, value }) => kind === other.kind && valuesOf(kind, attributes).includes(value)
      ) && !hasIdentifier(attributes, other)
  )
