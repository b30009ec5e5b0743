import { addressTail, hasFlat, sameAddress } from './address.ts'
import { cellsByKind } from './cells.ts'
import { formatPhone } from './phone.ts'
import { type Place, placesIn } from './places.ts'
import type { Profile } from './profile.ts'
import { sharedAddress, sharedPhone } from './reasons.ts'

/** A tie between records of different people. */
export interface Tie {
  record_ids: string[]
  text: string
}

interface Holder {
  person: number
  recordId: string
}

interface Resident extends Holder {
  place: Place
}

/** A house without a flat, or an address of so many people, is a building and relates nobody. */
const PEOPLE_OF_A_FLAT = 12
const PEOPLE_OF_A_HOUSE = 6

const push = <T>(lists: Map<string, T[]>, key: string, item: T): void => {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

const ofOthers = (items: readonly Holder[]): boolean =>
  items.some(({ person }) => person !== items[0]?.person)

const peopleIn = (items: readonly Holder[]): number => new Set(items.map(({ person }) => person)).size

/**
 * Ties between people by a shared address or phone, for each person the records of others; never a reason to merge.
 * `people` are the records of each person. Phones of an organisation are already left out of the profiles.
 */
export const findTies = (people: readonly (readonly Profile[])[]): Tie[][] => {
  const tails = new Map<string, Resident[]>()
  const phones = new Map<string, Holder[]>()
  people.forEach((members, person) => {
    for (const { record, phones: own } of members) {
      const recordId = record.record_id
      for (const place of placesIn(cellsByKind(record.fields, record.columns))) {
        const tail = addressTail(place.normal)
        if (tail) push(tails, tail, { person, recordId, place })
      }
      for (const phone of own) push(phones, phone, { person, recordId })
    }
  })

  const ties = people.map(() => new Map<string, { records: Set<string>; text: string }>())
  const tie = (person: number, key: string, text: string, recordId: string) => {
    const known = ties[person]?.get(key) ?? { records: new Set(), text }
    ties[person]?.set(key, known)
    known.records.add(recordId)
  }
  for (const [tail, residents] of tails) {
    if (!ofOthers(residents) || peopleIn(residents) > (hasFlat(tail) ? PEOPLE_OF_A_FLAT : PEOPLE_OF_A_HOUSE))
      continue
    for (const { person, place } of residents)
      for (const other of residents)
        if (person !== other.person && sameAddress(place.normal, other.place.normal))
          tie(person, `a:${tail}`, sharedAddress(place.written), other.recordId)
  }
  for (const [phone, holders] of phones) {
    if (!ofOthers(holders) || peopleIn(holders) > PEOPLE_OF_A_FLAT) continue
    const text = sharedPhone(formatPhone(phone))
    for (const person of new Set(holders.map(holder => holder.person)))
      for (const other of holders)
        if (person !== other.person) tie(person, `t:${phone}`, text, other.recordId)
  }
  return ties.map(found =>
    [...found.values()].map(({ records, text }) => ({ record_ids: [...records], text }))
  )
}
