import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import type { IdentifierValues } from '#shared/identity/identifiers/kinds.ts'
import type { IdentifierKind, PartKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS, partsOf } from '#shared/identity/identifiers/words.ts'
import type { Gender, PersonName } from '#shared/identity/names/types.ts'
import type { OrganisationName } from '#shared/identity/organisations/organisation-name.ts'

/** Parts of an address that a column of its own may hold, in the order in which an address is written. */
export const ADDRESS_PARTS = [
  'postcode',
  'region',
  'district',
  'city',
  'street',
  'house',
  'building',
  'flat'
] as const
export type AddressPart = (typeof ADDRESS_PARTS)[number]

const NAME_KINDS = ['last_name', 'first_name', 'middle_name', 'full_name', 'birth_date', 'gender'] as const
const TEXT_KINDS = [
  'address',
  ...ADDRESS_PARTS,
  'birth_place',
  'citizenship',
  'position',
  'workplace',
  'organization',
  'organization_inn',
  'organization_phone',
  'organization_email',
  'organization_address',
  'record_number',
  'date',
  'record_date',
  'address_link',
  'other'
] as const

/** What a column of a source holds. `other` is stored, shown and found as text; `record_date` is the day of the record. */
export type FieldKind = (typeof NAME_KINDS)[number] | IdentifierKind | PartKind | (typeof TEXT_KINDS)[number]
export const FIELD_KINDS: readonly FieldKind[] = [
  ...NAME_KINDS,
  ...IDENTIFIER_KINDS.flatMap(kind => [kind, ...partsOf(kind).map(([part]) => part)]),
  ...TEXT_KINDS
]

/** Kinds that no key is made of: one may become the other, and the records stay findable. */
export const DATE_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['date', 'record_date'])

/** Russian label of a column → what it holds, in the order in which the source shows them. */
export type Columns = Record<string, FieldKind>

/** A record as stored and shown: its own Russian-labelled fields. `record_id` is `<source>:<id>`. */
export interface SourceRecord {
  record_id: string
  source: string
  fields: Record<string, string>
}

/** Everything comparable that a record states of organisations, in normal forms. */
export interface OrganisationAttributes {
  organisations: readonly OrganisationName[]
  /** None but of kinds that an organisation has. */
  identifiers: IdentifierValues
  addresses: readonly string[]
}

/** Everything comparable that a record states of one person, in normal forms. Placeholders are left out. */
export interface Attributes {
  names: PersonName[]
  /** Names that a column says when signs and remarks in it are parts of them: it is found and hidden by them, not compared. */
  wholeNames?: readonly PersonName[]
  birthDates: PartialDate[]
  gender?: Gender
  identifiers: IdentifierValues
  /** Normalized for comparison: lower case, no «г.», «ул.», no postcode. */
  addresses: string[]
  workplaces: string[]
  /** Tokens of all other text: what text search looks in. */
  words: string[]
  /** The words that are ten digits or more and nothing else. */
  numbers: string[]
  /** Names of the organisations that these are the attributes of, or that a whole record names. */
  organisations?: readonly OrganisationName[]
  /** Organisations beside the person whose attributes these are. */
  connected?: OrganisationAttributes | undefined
}
