import { isValidInn } from '#shared/identity/identifiers/inn.ts'
import { isValidPassport } from '#shared/identity/identifiers/passport.ts'
import { isValidSnils } from '#shared/identity/identifiers/snils.ts'
import { isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { namesKey, prepareName } from '#shared/identity/names/prepared-name.ts'
import type { Gender } from '#shared/identity/names/types.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { createEquivalenceClasses } from './equivalence-class.ts'
import type { LinkageRecord, MatchedRecord } from './linkage-record.ts'

const isPersonalInn = (inn: string): boolean => inn.length === 12 && isValidInn(inn)

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
      fullDates: attributes.birthDates.filter(isFullDate),
      gender: genderSaid(attributes),
      snils: attributes.snils.filter(isValidSnils),
      inns: attributes.inns.filter(isPersonalInn),
      passports: attributes.passports.filter(isValidPassport),
      phones: attributes.phones.filter(joins),
      emails: attributes.emails.filter(joins),
      equivalenceClass: 0
    }
    profile.equivalenceClass = signatureOf(profile)
    return profile
  })
}
