import { isOneDigitOff } from '#shared/identity/identifiers/digits.ts'
import type { TokenizedIdentifier } from '#shared/identity/query/identifier-tokens.ts'
import type { LineIdentifierKind } from '#shared/identity/query/line-identifiers.ts'
import type { Attributes, OrganisationAttributes } from '#shared/identity/records/types.ts'
import { isIdentifierNumber } from '#shared/identity/text/tokenize.ts'
import type { MatchQuery } from './match-query.ts'
import { IDENTIFIER_REASONS } from './reasons.ts'

/**
 * `connected`: not the person's, but of an organisation beside the person; `nearInvalid`, `otherInvalid`: another one than
 * was typed with a wrong check digit, which speaks neither for nor against.
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

const ofLength =
  (list: 'inns' | 'ogrns', digits: number) =>
  (attributes: Attributes): string[] =>
    attributes[list].filter(({ length }) => length === digits)

/** An INN of a person says nothing of the organisation's beside it. */
const VALUES: Record<LineIdentifierKind, (attributes: Attributes) => string[]> = {
  phone: attributes => attributes.phones,
  email: attributes => attributes.emails,
  inn_person: ofLength('inns', 12),
  inn_org: ofLength('inns', 10),
  snils: attributes => attributes.snils,
  passport: attributes => attributes.passports,
  ogrn: ofLength('ogrns', 13),
  ogrnip: ofLength('ogrns', 15),
  vin: attributes => attributes.vins,
  plate: attributes => attributes.plates
}

/** The identifiers that an organisation has, too. */
const CONNECTED_LISTS: Partial<Record<LineIdentifierKind, 'phones' | 'emails' | 'inns' | 'ogrns'>> = {
  phone: 'phones',
  email: 'emails',
  inn_person: 'inns',
  inn_org: 'inns',
  ogrn: 'ogrns'
}

const isConnected = (
  kind: LineIdentifierKind,
  value: string,
  connected: OrganisationAttributes | undefined
): boolean => {
  const list = connected && CONNECTED_LISTS[kind]
  return list !== undefined && connected?.[list].includes(value) === true
}

const includesIdentifier = (kind: LineIdentifierKind, value: string, values: string[]): boolean =>
  values.includes(value) || (kind === 'plate' && values.some(plate => plate.startsWith(value)))

/** Whether the record's texts have all tokens of an identifier. */
export const hasTokens = (attributes: Attributes, tokens: readonly string[]): boolean =>
  tokens.every(word => (isIdentifierNumber(word) ? attributes.numbers : attributes.words).includes(word))

const NO_IDENTIFIERS: ComparedIdentifier[] = []

/** An identifier with a check digit. */
export const isChecked = (kind: LineIdentifierKind): boolean =>
  IDENTIFIER_REASONS[kind].nearInvalid !== undefined

export const compareIdentifiers = (
  { identifiers }: MatchQuery,
  attributes: Attributes
): ComparedIdentifier[] => {
  if (identifiers.length === 0) return NO_IDENTIFIERS
  return identifiers.map(({ kind, value, valid }) => {
    const values = VALUES[kind](attributes)
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

/** Whether a record has an identifier: the person, an organisation beside the person, or a text. */
export const hasIdentifier = (
  attributes: Attributes,
  { kind, value, tokenLists }: TokenizedIdentifier
): boolean =>
  includesIdentifier(kind, value, VALUES[kind](attributes)) ||
  isConnected(kind, value, attributes.connected) ||
  tokenLists.some(tokens => hasTokens(attributes, tokens))

/**
 * The further numbers of a line that a record lacks, of kinds of which another number agrees. Nobody has two, so such a line speaks of
 * somebody else too, or of a former passport.
 */
export const missingNumbersOf = ({ identifiers, otherNumbers }: MatchQuery, attributes: Attributes) =>
  otherNumbers.filter(
    other =>
      identifiers.some(
        ({ kind, value }) => kind === other.kind && VALUES[kind](attributes).includes(value)
      ) && !hasIdentifier(attributes, other)
  )
