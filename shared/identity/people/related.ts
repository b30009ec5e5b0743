import type { Relation } from '#shared/contracts/summary.ts'
import { formatPhone } from '#shared/identity/identifiers/phone.ts'
import { LEGAL_FORMS } from '#shared/identity/names/split-name.ts'
import { readOrganisationName } from '#shared/identity/organisations/organisation-name.ts'
import { addressTail, hasFlat, sameAddress } from '#shared/identity/records/address.ts'
import { organizationKey } from '#shared/identity/records/attribute-texts.ts'
import type { Address } from '#shared/identity/records/display-values.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { isSameFamily } from './family.ts'
import { type LinkageRecord, type MatchedRecord, sharesAny } from './linkage-record.ts'

/** A value of a person, who is known by index. */
interface Holding {
  person: number
  record: MatchedRecord
  /** Equal for the same thing, except addresses that leave out the town. */
  normal: string
  written: string
  own: boolean
}

/** A shared value seen from one person. */
export interface Sharing extends Pick<Relation, 'kind' | 'record_ids'> {
  normal: string
  written: string
  /** Records of the person that have it. */
  own_ids: string[]
  /** Index of the other person. */
  other: number
  /** One surname and flat, other given names. */
  isFamily: boolean
  /** First day of the other's records when all are dated and later; else null. */
  passedOn: string | null
}

/** More people make a building or a large employer, which relates nobody. */
const PEOPLE_OF_A_FLAT = 12
const PEOPLE_OF_A_HOUSE = 6
const PEOPLE_OF_A_WORKPLACE = 12

const peopleIn = (holdings: readonly Holding[]): number => new Set(holdings.map(({ person }) => person)).size

const withCommon = <T extends { person: number }>(items: readonly T[], keyOf: (item: T) => string): T[] => {
  const keys = items.map(keyOf)
  const first = new Map<string, number>()
  const common = new Set<string>()
  items.forEach(({ person }, at) => {
    const key = keys[at] ?? ''
    const firstPerson = first.get(key)
    if (firstPerson === undefined) first.set(key, person)
    else if (firstPerson !== person) common.add(key)
  })
  return common.size === 0 ? [] : items.filter((_, at) => common.has(keys[at] ?? ''))
}

const LEGAL_FORM = new RegExp(`(?:^|[^\\p{L}])(?:${LEGAL_FORMS.join('|')})(?![\\p{L}])`, 'iu')

/** «пенсионер» and «работает» are no workplaces. */
const isOrganization = (text: string): boolean =>
  text.includes('«') || text.includes('"') || LEGAL_FORM.test(text)

/** Undecidable when one date is a part of the other. */
const isLater = (later: string, earlier: string): boolean => {
  const length = Math.min(later.length, earlier.length)
  return later.slice(0, length) > earlier.slice(0, length)
}

/** First day of the others' records when it follows everything dated here. */
const passedOnTo = (mine: readonly Holding[], others: readonly Holding[]): string | null => {
  let first: string | null = null
  for (const { record, own } of others) {
    if (!own) return null
    const { recordDate } = record.attributes
    if (recordDate !== null && (first === null || recordDate < first)) first = recordDate
  }
  const follows = (from: string): boolean =>
    mine.every(({ record, own }) => {
      if (!own) return false
      const date = record.attributes.recordDate ?? record.asOf
      return date !== null && isLater(from, date)
    })
  return first !== null && follows(first) ? first : null
}

const idsOf = (holdings: readonly Holding[]): string[] => {
  const ids: string[] = []
  for (const { record } of holdings) if (!ids.includes(record.record_id)) ids.push(record.record_id)
  return ids
}

type Same = (a: Holding, b: Holding) => boolean

/** All pairs of holders from both sides; without `same` all hold the same thing. */
const relateHolders = (
  kind: Relation['kind'],
  holdings: readonly Holding[],
  same: Same | null,
  add: (person: number, sharing: Sharing) => void
): void => {
  const byPerson = [...Map.groupBy(holdings, ({ person }) => person)]
  for (const [person, own] of byPerson)
    for (const [other, theirs] of byPerson) {
      if (person === other) continue
      const mine = same ? own.filter(one => theirs.some(another => same(one, another))) : own
      const [lead] = mine
      if (!lead) continue
      const shared = same ? theirs.filter(one => mine.some(another => same(one, another))) : theirs
      const passedOn = kind === 'workplace' ? null : passedOnTo(mine, shared)
      const isOneFlat = kind === 'address' && hasFlat(lead.normal)
      const isFamily = (isOneFlat || passedOn !== null) && isSameFamily(mine, shared)
      add(person, {
        kind,
        normal: lead.normal,
        written: lead.written,
        other,
        own_ids: idsOf(mine),
        record_ids: idsOf(shared),
        isFamily: isFamily && isOneFlat,
        passedOn: isFamily ? null : passedOn
      })
    }
}

const isOneAddress: Same = (a, b) => sameAddress(a.normal, b.normal)

/** INN and legal form tell two companies of one name apart. */
const isOneWorkplace: Same = (a, b) => {
  const [form, otherForm] = [a, b].map(({ written }) => readOrganisationName(written).form)
  if (form && otherForm && form !== otherForm) return false
  const [inns, others] = [a, b].map(({ record }) => record.attributes.connected?.identifiers.inn ?? NO_TEXTS)
  return !inns?.length || !others?.length || sharesAny(inns, others)
}
const normalOf = ({ normal }: Holding): string => normal
const tailOf = ({ normal }: Holding): string => addressTail(normal) ?? ''

interface Residence {
  person: number
  record: MatchedRecord
  address: Address
}

/** Only addresses that share a number are normalized, which takes time. */
const residentsWithCommon = (residences: readonly Residence[]): Holding[] =>
  withCommon(residences, ({ address }) => address.lastNumber).map(({ person, record, address }) => ({
    person,
    record,
    normal: address.normal,
    written: address.written,
    own: !address.link
  }))

/** Shared addresses, phones and workplaces, which never merge people. Phones of organisations are left out before. */
export const findSharings = (people: readonly (readonly LinkageRecord[])[]): Sharing[][] => {
  if (people.length < 2) return []
  const residences: Residence[] = []
  const subscribers: Holding[] = []
  const workers: Holding[] = []
  people.forEach((members, person) => {
    for (const { record, phones } of members) {
      const { addresses, workplaces, organizations } = record.attributes.displayValues
      for (const address of addresses) residences.push({ person, record, address })
      for (const phone of phones)
        subscribers.push({ person, record, normal: phone, written: formatPhone(phone), own: true })
      for (const list of [workplaces, organizations])
        for (const written of list)
          if (isOrganization(written))
            workers.push({ person, record, normal: organizationKey(written), written, own: true })
    }
  })
  const sharings = new Map<number, Sharing[]>()
  const add = (person: number, sharing: Sharing) =>
    sharings.getOrInsertComputed(person, () => []).push(sharing)
  for (const [tail, holdings] of Map.groupBy(residentsWithCommon(residences), tailOf))
    if (tail !== '' && peopleIn(holdings) <= (hasFlat(tail) ? PEOPLE_OF_A_FLAT : PEOPLE_OF_A_HOUSE))
      relateHolders('address', holdings, isOneAddress, add)
  for (const holdings of Map.groupBy(withCommon(subscribers, normalOf), normalOf).values())
    if (peopleIn(holdings) <= PEOPLE_OF_A_FLAT) relateHolders('phone', holdings, null, add)
  for (const holdings of Map.groupBy(withCommon(workers, normalOf), normalOf).values())
    if (peopleIn(holdings) <= PEOPLE_OF_A_WORKPLACE) relateHolders('workplace', holdings, isOneWorkplace, add)
  return sharings.size === 0 ? [] : people.map((_, person) => sharings.get(person) ?? [])
}
