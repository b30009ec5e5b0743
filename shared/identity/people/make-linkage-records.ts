import { HARD_LINK_KINDS, isPersonalValue, kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import type { HardLinkKind } from '#shared/identity/identifiers/table.ts'
import { isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { namesKey, prepareName } from '#shared/identity/names/prepared-name.ts'
import type { Gender } from '#shared/identity/names/types.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { createEquivalenceClasses } from './equivalence-class.ts'
import { phonesOfHomes } from './home-phones.ts'
import type { LinkageRecord, MatchedRecord, PersonalNumbers } from './linkage-record.ts'

/** By its own column, else by the patronymic. */
const genderOf = ({ gender, names }: Attributes): Gender | undefined => {
  if (gender) return gender
  for (const name of names) {
    const { patronymic } = prepareName(name)
    if (patronymic?.gender) return patronymic.gender
  }
  return undefined
}

const createNumbering = () => {
  const numbers = new Map<string, number>()
  return (text: string): number => numbers.getOrInsertComputed(text, () => numbers.size)
}

/** All pairs are compared; longer lists belong to other people. */
const VALUES_COMPARED_MAX = 64

const select = (values: readonly string[], isWanted: (value: string) => boolean): readonly string[] =>
  values.filter(isWanted).slice(0, VALUES_COMPARED_MAX)

/** The INN of an organisation is not personal. */
const personalNumbers = ({ identifiers }: Attributes): PersonalNumbers => {
  const numbers: Partial<Record<HardLinkKind, readonly string[]>> = {}
  for (const kind of HARD_LINK_KINDS)
    numbers[kind] = select(
      identifiers[kind],
      value => isPersonalValue(kind, value) && kindReaderOf(kind).isValid(value)
    )
  return numbers as PersonalNumbers
}

/** `contacts` are the phones and e-mails that may link records. */
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
      numbers: personalNumbers(attributes),
      phones: select(attributes.identifiers.phone, joins),
      homePhones: select(attributes.identifiers.phone, phone => joins(phone) && ofHomes.has(phone)),
      emails: select(attributes.identifiers.email, joins),
      equivalenceClass: 0,
      siblings: null
    }
    linkageRecord.equivalenceClass = equivalenceClassOf(linkageRecord)
    return linkageRecord
  })
  noteSiblings(linkageRecords)
  return linkageRecords
}

const noteSiblings = (records: readonly LinkageRecord[]): void => {
  if (!records.some(({ record }) => record.party)) return
  for (const ofOne of Map.groupBy(records, ({ record }) => record.record_id).values())
    if (ofOne.length > 1)
      for (const one of ofOne) one.siblings = ofOne.filter(other => other !== one).map(({ index }) => index)
}
