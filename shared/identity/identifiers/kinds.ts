import type { KindReader } from './kind-reader.ts'
import { READING_ROWS, type ReadingRow, readingOfValue } from './reading-kinds.ts'
import {
  type HardLinkKind,
  IDENTIFIERS,
  type IdentifierKind,
  type IdentifierRules,
  type VetoKind
} from './table.ts'
import { IDENTIFIER_KINDS } from './words.ts'

export const rulesOf = (kind: IdentifierKind): IdentifierRules => IDENTIFIERS[kind]

export const kindReaderOf = (kind: IdentifierKind): KindReader => IDENTIFIERS[kind].reader

/** Kinds whose equal number links records of a person, the surest first. */
export const HARD_LINK_KINDS = IDENTIFIER_KINDS.filter(kind => rulesOf(kind).hardLink !== undefined).toSorted(
  (one, other) => (rulesOf(one).hardLink ?? 0) - (rulesOf(other).hardLink ?? 0)
) as HardLinkKind[]

export const isVetoKind = (kind: IdentifierKind): kind is VetoKind => rulesOf(kind).isVeto === true

/** Kinds whose different number separates people, the surest first. */
export const VETO_KINDS: readonly VetoKind[] = HARD_LINK_KINDS.filter(
  (kind): kind is VetoKind & HardLinkKind => isVetoKind(kind)
)

/** Identifiers of a car; beside a name they are one person's. */
export const VEHICLE_KINDS = IDENTIFIER_KINDS.filter(kind => rulesOf(kind).belongsTo === 'vehicle')

export const PERSON_IDENTIFIER_KINDS = IDENTIFIER_KINDS.filter(kind => rulesOf(kind).belongsTo === 'person')

export const MASKED_KINDS = IDENTIFIER_KINDS.filter(kind => rulesOf(kind).isMasked)

export const isPersonalReading = ({ kind, length }: ReadingRow): boolean =>
  rulesOf(kind).hardLink !== undefined &&
  (length === undefined || length !== rulesOf(kind).lengthOfOrganisation)

export const PERSONAL_READINGS: readonly ReadingRow[] = READING_ROWS.filter(isPersonalReading)

/** Last digits of a value that distinguish it from its neighbours; undefined for kinds without such. */
export function ownDigitsOf(kind: IdentifierKind, normal: string): number | undefined {
  const { lengthOfOrganisation, ownDigits, ownDigitsOfOrganisation } = rulesOf(kind)
  return normal.length === lengthOfOrganisation ? ownDigitsOfOrganisation : ownDigits
}

export const isPersonalValue = (kind: IdentifierKind, normal: string): boolean =>
  isPersonalReading(readingOfValue(kind, normal))

export type IdentifierValues = { readonly [Kind in IdentifierKind]: readonly string[] }

const NONE: readonly string[] = []

export const identifierValues = (read: (kind: IdentifierKind) => readonly string[]): IdentifierValues => {
  const values: Partial<Record<IdentifierKind, readonly string[]>> = {}
  for (const kind of IDENTIFIER_KINDS) values[kind] = read(kind)
  return values as IdentifierValues
}

export const NO_IDENTIFIERS: IdentifierValues = identifierValues(() => NONE)
