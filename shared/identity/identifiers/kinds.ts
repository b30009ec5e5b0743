import { READING_ROWS, type ReadingRow, readingOfValue } from './readings.ts'
import type { Recognizer } from './recognizer.ts'
import {
  type HardLinkKind,
  IDENTIFIERS,
  type IdentifierKind,
  type IdentifierRules,
  type VetoKind
} from './table.ts'
import { IDENTIFIER_KINDS } from './words.ts'

/** What the rules of the table say, in the order in which they are asked. */

/** Of a kind, where it does not matter which kind it is. */
export const rulesOf = (kind: IdentifierKind): IdentifierRules => IDENTIFIERS[kind]

/** What reads the values of a kind. */
export const recognizerOf = (kind: IdentifierKind): Recognizer => IDENTIFIERS[kind].recognizer

/** Kinds of which an equal number joins records of a person, the surest first. */
export const HARD_LINK_KINDS = IDENTIFIER_KINDS.filter(kind => rulesOf(kind).hardLink !== undefined).toSorted(
  (one, other) => (rulesOf(one).hardLink ?? 0) - (rulesOf(other).hardLink ?? 0)
) as HardLinkKind[]

export const isVetoKind = (kind: IdentifierKind): kind is VetoKind => rulesOf(kind).isVeto === true

/** Kinds of which another number parts people, the surest first. */
export const VETO_KINDS: readonly VetoKind[] = HARD_LINK_KINDS.filter(
  (kind): kind is VetoKind & HardLinkKind => isVetoKind(kind)
)

/** What a car is told by: beside a name one person's. */
export const VEHICLE_KINDS = IDENTIFIER_KINDS.filter(kind => rulesOf(kind).belongsTo === 'vehicle')

/** Kinds that are a person's alone. */
export const PERSON_KINDS = IDENTIFIER_KINDS.filter(kind => rulesOf(kind).belongsTo === 'person')

/** Whether a value of the reading is one person's alone. */
export const isPersonalReading = ({ kind, length }: ReadingRow): boolean =>
  rulesOf(kind).hardLink !== undefined &&
  (length === undefined || length !== rulesOf(kind).lengthOfOrganisation)

export const PERSONAL_READINGS: readonly ReadingRow[] = READING_ROWS.filter(isPersonalReading)

export const isPersonalValue = (kind: IdentifierKind, normal: string): boolean =>
  isPersonalReading(readingOfValue(kind, normal))

/** The values of each kind of identifier, in normal form. */
export type IdentifierValues = { readonly [Kind in IdentifierKind]: readonly string[] }

const NONE: readonly string[] = []

/** The values of each kind by what is said of the kind. */
export const identifierValues = (read: (kind: IdentifierKind) => readonly string[]): IdentifierValues => {
  const values: Partial<Record<IdentifierKind, readonly string[]>> = {}
  for (const kind of IDENTIFIER_KINDS) values[kind] = read(kind)
  return values as IdentifierValues
}

/** Of somebody or something without any. */
export const NO_IDENTIFIERS: IdentifierValues = identifierValues(() => NONE)
