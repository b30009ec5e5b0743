import { isValidInn } from '#shared/identity/identifiers/inn.ts'
import { isValidPassport } from '#shared/identity/identifiers/passport.ts'
import { isValidSnils } from '#shared/identity/identifiers/snils.ts'
import { isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { namesKey, prepareName } from '#shared/identity/names/prepared-name.ts'
import type { Gender } from '#shared/identity/names/types.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { createEquivalenceClasses } from './equivalence-class.ts'
import { phonesOfHomes } from './home-phones.ts'
import type { LinkageRecord, MatchedRecord } from './linkage-record.ts'

const isPersonalInn = (inn: string): boolean => inn.length === 12 && isValidInn(inn)

/** By the record's own column, else by the form of a patronymic. */
const genderOf = ({ gender, names }: Attributes): Gender | undefined => {
  if (gender) return gender
  for (const name of names) {
    const { patronymic } = prepareName(name)
    if (patronymic?.gender) return patronymic.gender
  }
  return undefined
}

/** Numbers distinct texts from 0 on. */
const createNumbering = () => {
  const numbers = new Map<string, number>()
  return (text: string): number => numbers.getOrInsertComputed(text, () => numbers.size)
}

/** Values are compared each with each; a record of more lists other people's. */
const VALUES_COMPARED_MAX = 64

const select = (values: readonly string[], isWanted: (value: string) => boolean): readonly string[] =>
  values.filter(isWanted).slice(0, VALUES_COMPARED_MAX)

/** Prepares all found records for linkage; `contacts` are the phones and e-mails that may join records. */
export const makeLinkageRecords = (
  records: readonly MatchedRecord[],
  contacts: ReadonlySet<string>
): LinkageRecord[] => {
  const nameClassOf = createNumbering()
  const equivalenceClassOf = createEquivalenceClasses()
  const ofHomes = phonesOfHomes(records)
  const joins = (contact: string): boolean => contacts.has(contact)
  const linkageRecords = records.map((record, index) => {
    const { attributes } = record
    const linkageRecord: LinkageRecord = {
      index,
      record,
      names: attributes.names,
      nameClass: nameClassOf(namesKey(attributes.names)),
      fullDates: attributes.birthDates.filter(isFullDate),
      gender: genderOf(attributes),
      snils: select(attributes.snils, isValidSnils),
      inns: select(attributes.inns, isPersonalInn),
      passports: select(attributes.passports, isValidPassport),
      phones: select(attributes.phones, joins),
      homePhones: select(attributes.phones, phone => joins(phone) && ofHomes.has(phone)),
      emails: select(attributes.emails, joins),
      equivalenceClass: 0,
      siblings: null
    }
    linkageRecord.equivalenceClass = equivalenceClassOf(linkageRecord)
    return linkageRecord
  })
  noteSiblings(linkageRecords)
  return linkageRecords
}

/** People whom one record names are told apart by it. */
const noteSiblings = (records: readonly LinkageRecord[]): void => {
  if (!records.some(({ record }) => record.party)) return
  for (const ofOne of Map.groupBy(records, ({ record }) => record.record_id).values())
    if (ofOne.length > 1)
      for (const one of ofOne) one.siblings = ofOne.filter(other => other !== one).map(({ index }) => index)
}
