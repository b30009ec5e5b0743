import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { isValidInn } from '#shared/identity/identifiers/inn.ts'
import { isValidPassport } from '#shared/identity/identifiers/passport.ts'
import { isValidSnils } from '#shared/identity/identifiers/snils.ts'
import { isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { compareNames, type NameComparison } from '#shared/identity/matching/compare-names.ts'
import type { MatchResult } from '#shared/identity/matching/match-result.ts'
import { namesKey, prepareName } from '#shared/identity/names/prepared-name.ts'
import type { Gender, PersonName } from '#shared/identity/names/types.ts'
import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import type { Attributes, Columns } from '#shared/identity/records/types.ts'
import { those } from '#shared/identity/text/lists.ts'
import { createEquivalenceClasses } from './equivalence-class.ts'

/** A found record with its facts and its match, ready to be grouped. */
export interface MatchedRecord {
  record_id: string
  source: string
  /** ISO date: how fresh the source is. */
  asOf: string | null
  columns: Columns
  fields: Record<string, string>
  attributes: RecordAttributes
  match: MatchResult
}

/** What grouping compares of a record. Only valid numbers can join or part people. */
export interface LinkageRecord {
  index: number
  record: MatchedRecord
  names: readonly PersonName[]
  /** Equal for two records with the same names. */
  nameClass: number
  fullDates: readonly PartialDate[]
  gender: Gender | undefined
  snils: readonly string[]
  inns: readonly string[]
  passports: readonly string[]
  /** Only those that others give too and no organisation shares. */
  phones: readonly string[]
  emails: readonly string[]
  /** Two profiles with one signature say the same of a person and contradict the same others. */
  equivalenceClass: number
}

export const isPersonalInn = (inn: string): boolean => inn.length === 12 && isValidInn(inn)

export const sharesAny = (a: readonly string[], b: readonly string[]): boolean => {
  if (b.length > 0) for (const value of a) if (b.includes(value)) return true
  return false
}

export const sharesHardIdentifier = (a: LinkageRecord, b: LinkageRecord): boolean =>
  sharesAny(a.snils, b.snils) || sharesAny(a.inns, b.inns) || sharesAny(a.passports, b.passports)

const genderSaid = (attributes: Attributes): Gender | undefined => {
  if (attributes.gender) return attributes.gender
  for (const name of attributes.names) {
    const gender = prepareName(name).patronymic?.gender
    if (gender) return gender
  }
  return undefined
}

/** Numbers equal texts alike, from 0. */
const numbering = () => {
  const known = new Map<string, number>()
  return (text: string): number => {
    const number = known.get(text)
    if (number !== undefined) return number
    known.set(text, known.size)
    return known.size - 1
  }
}

/** Profiles of all found records; `joining` are the phones and e-mails by which records may be one person's. */
export const makeLinkageRecords = (
  records: readonly MatchedRecord[],
  joining: ReadonlySet<string>
): LinkageRecord[] => {
  const names = numbering()
  const signatureOf = createEquivalenceClasses()
  const joins = (contact: string): boolean => joining.has(contact)
  return records.map((record, index) => {
    const { attributes } = record
    const profile: LinkageRecord = {
      index,
      record,
      names: attributes.names,
      nameClass: names(namesKey(attributes.names)),
      fullDates: those(attributes.birthDates, isFullDate),
      gender: genderSaid(attributes),
      snils: those(attributes.snils, isValidSnils),
      inns: those(attributes.inns, isPersonalInn),
      passports: those(attributes.passports, isValidPassport),
      phones: those(attributes.phones, joins),
      emails: those(attributes.emails, joins),
      equivalenceClass: 0
    }
    profile.equivalenceClass = signatureOf(profile)
    return profile
  })
}

const NAMES_MAX = 1_000_000

/** The best comparison between any names of two records, remembered by their names. */
export const createNameComparer = () => {
  const known = new Map<number, NameComparison | null>()
  return (a: LinkageRecord, b: LinkageRecord): NameComparison | null => {
    const key = a.nameClass * NAMES_MAX + b.nameClass
    const found = known.get(key)
    if (found !== undefined) return found
    let best: NameComparison | null = null
    for (const one of a.names)
      for (const other of b.names) {
        const comparison = compareNames(one, other)
        if (!best || comparison.score > best.score) best = comparison
      }
    known.set(key, best)
    return best
  }
}
export type CompareRecordNames = ReturnType<typeof createNameComparer>
