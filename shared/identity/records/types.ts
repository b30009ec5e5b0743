import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import type { IdentifierValues } from '#shared/identity/identifiers/kinds.ts'
import type { IdentifierKind, PartKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS, partsOf } from '#shared/identity/identifiers/words.ts'
import type { Gender, PersonName } from '#shared/identity/names/types.ts'
import type { OrganisationName } from '#shared/identity/organisations/organisation-name.ts'

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
/** Kinds whose values are several words. */
export const WORDED_KINDS = [
  'address',
  ...ADDRESS_PARTS,
  'birth_place',
  'citizenship',
  'position',
  'workplace',
  'organization'
] as const
const TEXT_KINDS = [
  ...WORDED_KINDS,
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

/** What a column holds. `other` is stored, shown and found as text; `record_date` is the day of the record. */
export type FieldKind = (typeof NAME_KINDS)[number] | IdentifierKind | PartKind | (typeof TEXT_KINDS)[number]
export const FIELD_KINDS: readonly FieldKind[] = [
  ...NAME_KINDS,
  ...IDENTIFIER_KINDS.flatMap(kind => [kind, ...partsOf(kind).map(([part]) => part)]),
  ...TEXT_KINDS
]

/** Kinds without keys: changing them keeps records findable. */
export const DATE_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['date', 'record_date'])

/** Russian label of a column → kind, in the order of the source. */
export type Columns = Record<string, FieldKind>

/** A stored record with Russian labels. `record_id` is `<source>:<id>`. */
export interface SourceRecord {
  record_id: string
  source: string
  fields: Record<string, string>
}

export interface OrganisationAttributes {
  organisations: readonly OrganisationName[]
  /** Only kinds that organisations have. */
  identifiers: IdentifierValues
  addresses: readonly string[]
}

/** What a record states of one person, in normal forms, without placeholders. */
export interface Attributes {
  names: PersonName[]
  /** Names when signs and remarks count as parts: used for keys and suppression, not compared. */
  wholeNames?: readonly PersonName[]
  birthDates: PartialDate[]
  gender?: Gender
  identifiers: IdentifierValues
  addresses: string[]
  workplaces: string[]
  /** Tokens of all other text. */
  words: string[]
  /** Words of ten digits or more. */
  numbers: string[]
  organisations?: readonly OrganisationName[]
  connected?: OrganisationAttributes | undefined
}
