import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { HardLinkKind } from '#shared/identity/identifiers/table.ts'
import type { MatchResult } from '#shared/identity/matching/types.ts'
import type { Gender, PersonName } from '#shared/identity/names/types.ts'
import type { Party } from '#shared/identity/parties/stated.ts'
import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import type { Columns } from '#shared/identity/records/types.ts'

export interface MatchedRecord {
  record_id: string
  source: string
  /** ISO date of the source's state. */
  asOf: string | null
  columns: Columns
  fields: Record<string, string>
  attributes: RecordAttributes
  match: MatchResult
  /** The role in which the record names the person; absent for its subject. */
  party?: Party
  people?: readonly MatchedRecord[]
  /** From a list of losses, whose entries may be a namesake's. */
  isLossEntry?: boolean
  /** ISO day of the first import. */
  firstSeen?: string
}

export type PersonalNumbers = { readonly [Kind in HardLinkKind]: readonly string[] }

/** The values that linkage compares. Only valid numbers link or separate. */
export interface LinkageRecord {
  index: number
  record: MatchedRecord
  names: readonly PersonName[]
  nameClass: number
  fullDates: readonly PartialDate[]
  gender: Gender | undefined
  numbers: PersonalNumbers
  /** Contacts that other records share and no organisation has. */
  phones: readonly string[]
  homePhones: readonly string[]
  emails: readonly string[]
  /** Equal classes have the same values and the same contradictions. */
  equivalenceClass: number
  /** Indices of the other people of the record; null when it names nobody else. */
  siblings: readonly number[] | null
}

export const areOfOneRecord = (a: LinkageRecord, b: LinkageRecord): boolean =>
  a.siblings?.includes(b.index) === true

export const sharesAny = (a: readonly string[], b: readonly string[]): boolean => {
  if (b.length > 0) for (const value of a) if (b.includes(value)) return true
  return false
}

export const sharedHardKind = (a: PersonalNumbers, b: PersonalNumbers): HardLinkKind | null => {
  for (const kind of HARD_LINK_KINDS) if (sharesAny(a[kind], b[kind])) return kind
  return null
}

export const sharesHardIdentifier = (a: LinkageRecord, b: LinkageRecord): boolean =>
  sharedHardKind(a.numbers, b.numbers) !== null
