import type { Relation } from '#shared/contracts/person.ts'
import { formatPhone } from '#shared/identity/identifiers/phone.ts'
import { sharedAddress, sharedPhone } from '#shared/identity/matching/sentences.ts'
import { addressTail, hasFlat, sameAddress } from '#shared/identity/records/address.ts'
import type { Address } from '#shared/identity/records/display-values.ts'
import type { LinkageRecord } from './linkage-record.ts'

interface Holder {
  person: number
  recordId: string
}

interface Resident extends Holder {
  address: Address
}

interface Subscriber extends Holder {
  phone: string
}

/** An address of more people is a building, which relates nobody. */
const PEOPLE_OF_A_FLAT = 12
const PEOPLE_OF_A_HOUSE = 6

const peopleIn = (items: readonly Holder[]): number => new Set(items.map(({ person }) => person)).size

/** The items whose key another person has too. */
const withCommon = <T extends Holder>(items: readonly T[], keyOf: (item: T) => string): T[] => {
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

/** The tail of an address ends with a number, which narrows the addresses to compare. */
const numberOf = ({ address }: Resident): string => address.lastNumber

const addressShared = (value: string) => ({ kind: 'address', value, text: sharedAddress(value) }) as const
const phoneShared = (value: string) => ({ kind: 'phone', value, text: sharedPhone(value) }) as const

const tailOf = ({ address }: Resident): string => addressTail(address.normal) ?? ''

const phoneOf = ({ phone }: Subscriber): string => phone

interface Sharing extends Omit<Relation, 'record_ids'> {
  records: Set<string>
}

const toRelation = ({ records, ...shared }: Sharing): Relation => ({ ...shared, record_ids: [...records] })

/**
 * Relations between people by a shared address or phone, for each person the records of others; never a reason to merge.
 * `people` are the records of each person, already without phones of organizations.
 */
export const findRelations = (people: readonly (readonly LinkageRecord[])[]): Relation[][] => {
  if (people.length < 2) return []
  const residents: Resident[] = []
  const subscribers: Subscriber[] = []
  people.forEach((members, person) => {
    for (const { record, phones } of members) {
      const recordId = record.record_id
      for (const address of record.attributes.displayValues.addresses)
        residents.push({ person, recordId, address })
      for (const phone of phones) subscribers.push({ person, recordId, phone })
    }
  })
  const neighbours = withCommon(residents, numberOf)
  const sharers = withCommon(subscribers, phoneOf)
  if (neighbours.length + sharers.length === 0) return []

  const relations = new Map<number, Map<string, Sharing>>()
  const relate = (person: number, key: string, shared: Omit<Sharing, 'records'>, recordId: string) =>
    relations
      .getOrInsertComputed(person, () => new Map())
      .getOrInsertComputed(key, () => ({ ...shared, records: new Set() }))
      .records.add(recordId)
  for (const [tail, sharing] of Map.groupBy(neighbours, tailOf)) {
    if (tail === '' || sharing.length < 2) continue
    if (peopleIn(sharing) > (hasFlat(tail) ? PEOPLE_OF_A_FLAT : PEOPLE_OF_A_HOUSE)) continue
    for (const { person, address } of sharing)
      for (const other of sharing)
        if (person !== other.person && sameAddress(address.normal, other.address.normal))
          relate(person, `a:${tail}`, addressShared(address.written), other.recordId)
  }
  for (const [phone, sharing] of Map.groupBy(sharers, phoneOf)) {
    if (peopleIn(sharing) > PEOPLE_OF_A_FLAT) continue
    const shared = phoneShared(formatPhone(phone))
    for (const person of new Set(sharing.map(holder => holder.person)))
      for (const other of sharing)
        if (person !== other.person) relate(person, `t:${phone}`, shared, other.recordId)
  }
  if (relations.size === 0) return []
  return people.map((_, person) => [...(relations.get(person)?.values() ?? [])].map(toRelation))
}
