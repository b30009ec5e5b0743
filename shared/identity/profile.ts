import { isoDate } from './birth-date.ts'
import { isValidInn } from './inn.ts'
import { isValidPassport } from './passport.ts'
import { prepareName } from './prepared-name.ts'
import { isFullDate } from './score-date.ts'
import { compareNames, type NameComparison } from './score-name.ts'
import { isValidSnils } from './snils.ts'
import type { Columns, Facts, Gender, Match, PartialDate, PersonName } from './types.ts'

/** A found record with its facts and its match, ready to be grouped. */
export interface Judged {
  record_id: string
  source: string
  /** ISO date: how fresh the source is. */
  asOf: string | null
  columns: Columns
  fields: Record<string, string>
  facts: Facts
  match: Match
}

/** What grouping compares of a record. Only valid numbers can join or part people. */
export interface Profile {
  index: number
  record: Judged
  names: PersonName[]
  /** Equal for two records with the same names. */
  namesKey: number
  fullDates: PartialDate[]
  gender: Gender | undefined
  snils: string[]
  inns: string[]
  passports: string[]
  /** Without those that an organisation shares. */
  phones: string[]
  emails: string[]
  /** Two profiles with one signature say the same of a person and contradict the same others. */
  signature: number
}

export const isPersonalInn = (inn: string): boolean => inn.length === 12 && isValidInn(inn)

export const sharesAny = (a: readonly string[], b: readonly string[]): boolean => {
  if (b.length > 0) for (const value of a) if (b.includes(value)) return true
  return false
}

export const sharesHardIdentifier = (a: Profile, b: Profile): boolean =>
  sharesAny(a.snils, b.snils) || sharesAny(a.inns, b.inns) || sharesAny(a.passports, b.passports)

const genderSaid = (facts: Facts): Gender | undefined =>
  facts.gender ??
  facts.names.map(name => prepareName(name).patronymic?.gender).find(gender => gender !== undefined)

/** Numbers equal texts alike, from 0. */
const numbering = () => {
  const known = new Map<string, number>()
  return (text: string): number => {
    const number = known.get(text) ?? known.size
    known.set(text, number)
    return number
  }
}

/** Profiles of all found records; `isShared` tells the phones and e-mails that belong to nobody in particular. */
export const makeProfiles = (
  records: readonly Judged[],
  isShared: (contact: string) => boolean
): Profile[] => {
  const names = numbering()
  const signatures = numbering()
  return records.map((record, index) => {
    const { facts } = record
    const namesKey = names(facts.names.map(name => prepareName(name).key).join(','))
    const gender = genderSaid(facts)
    const snils = facts.snils.filter(isValidSnils)
    const inns = facts.inns.filter(isPersonalInn)
    const passports = facts.passports.filter(isValidPassport)
    const dates = facts.birthDates.map(isoDate)
    return {
      index,
      record,
      names: facts.names,
      namesKey,
      fullDates: facts.birthDates.filter(isFullDate),
      gender,
      snils,
      inns,
      passports,
      phones: facts.phones.filter(phone => !isShared(phone)),
      emails: facts.emails.filter(email => !isShared(email)),
      signature: signatures([namesKey, gender, dates, snils, inns, passports].join('/'))
    }
  })
}

const NAMES_MAX = 1_000_000

/** The best comparison between any names of two records, remembered by their names. */
export const nameComparer = () => {
  const known = new Map<number, NameComparison | null>()
  return (a: Profile, b: Profile): NameComparison | null => {
    const key = a.namesKey * NAMES_MAX + b.namesKey
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
export type CompareNames = ReturnType<typeof nameComparer>
