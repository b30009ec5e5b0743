import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { HardLinkKind } from '#shared/identity/identifiers/table.ts'
import type { MatchResult } from '#shared/identity/matching/types.ts'
import type { Gender, PersonName } from '#shared/identity/names/types.ts'
import type { Party } from '#shared/identity/parties/stated.ts'
import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import type { Columns } from '#shared/identity/records/types.ts'

/** A found record with its attributes and its match, ready to be grouped. */
export interface MatchedRecord {
  record_id: string
  source: string
  /** ISO date of the source's state. */
  asOf: string | null
  columns: Columns
  fields: Record<string, string>
  attributes: RecordAttributes
  match: MatchResult
  /** As whom it names the person that it is compared as; absent of whom it is about. */
  party?: Party
  /** Of a record that names several people: the record as each of them, in a fixed order. */
  people?: readonly MatchedRecord[]
  /** Of a list of losses, whose entries may be about a namesake. */
  isLossEntry?: boolean
  /** ISO day on which it first came. */
  firstSeen?: string
}

/** By the kinds that join records. */
export type PersonalNumbers = { readonly [Kind in HardLinkKind]: readonly string[] }

/** The values of a record that linkage compares. Only valid numbers can join or part people. */
export interface LinkageRecord {
  index: number
  record: MatchedRecord
  names: readonly PersonName[]
  /** Equal for two records with the same names. */
  nameClass: number
  fullDates: readonly PartialDate[]
  gender: Gender | undefined
  /** Valid ones of the person. */
  numbers: PersonalNumbers
  /** Only contacts that other records have too and no organization shares. */
  phones: readonly string[]
  /** Those of the phones that a source calls the phone of a home. */
  homePhones: readonly string[]
  emails: readonly string[]
  /** Records of one class have the same values and contradict the same others. */
  equivalenceClass: number
  /** Indices of the other people of the record; null where it names nobody else. */
  siblings: readonly number[] | null
}

/** One record names both, as two people. */
export const areOfOneRecord = (a: LinkageRecord, b: LinkageRecord): boolean =>
  a.siblings?.includes(b.index) === true

export const sharesAny = (a: readonly string[], b: readonly string[]): boolean => {
  if (b.length > 0) for (const value of a) if (b.includes(value)) return true
  return false
}

/** The surest kind of which two have a number in common. */
export const sharedHardKind = (a: PersonalNumbers, b: PersonalNumbers): HardLinkKind | null => {
  for (const kind of HARD_LINK_KINDS) if (sharesAny(a[kind], b[kind])) return kind
  return null
}

export const sharesHardIdentifier = (a: LinkageRecord, b: LinkageRecord): boolean =>
  sharedHardKind(a.numbers, b.numbers) !== null
