import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { Cluster } from './constrained-clusters.ts'
import type { LinkageRecord } from './linkage-record.ts'

const NEARNESS = {
  number: 50,
  otherSurname: 40,
  contact: 20,
  birthDate: 15,
  fullName: 12,
  name: 8,
  initial: 4,
  birthYear: 2
}
type KeyKind = keyof typeof NEARNESS

/** Caps the cost, which grows with the square of the people sharing a key. */
const PEOPLE_OF_KEY_MAX = 16

/** An initial is near a word; two words with one initial are not. */
interface Keys {
  own: Map<string, KeyKind>
  sought: Map<string, KeyKind>
}

const addKeys = ({ own, sought }: Keys, record: LinkageRecord): void => {
  const add = (key: string, kind: KeyKind): void => {
    own.set(key, kind)
    sought.set(key, kind)
  }
  const { numbers, phones, emails, fullDates, names } = record
  for (const kind of HARD_LINK_KINDS) for (const number of numbers[kind]) add(`#${kind} ${number}`, 'number')
  for (const contacts of [phones, emails]) for (const contact of contacts) add(`@${contact}`, 'contact')
  for (const name of names) {
    const { surname, given, patronymic } = prepareName(name)
    const [group] = given?.groups ?? []
    const father = patronymic?.father ?? ''
    if (given && !given.initial && father !== '')
      for (const date of fullDates) add(`${group} ${father} ${isoDate(date)}`, 'otherSurname')
    if (!surname || surname.initial || !given) continue
    for (const date of fullDates) add(`${surname.stem} ${isoDate(date)}`, 'birthDate')
    const letter = `${surname.stem} ${given.phoneticKey.charAt(0)}`
    own.set(given.initial ? `${letter}.` : letter, 'initial')
    sought.set(`${letter}.`, 'initial')
    if (given.initial) sought.set(letter, 'initial')
    if (given.initial) continue
    add(`${surname.stem} ${group}-`, 'name')
    if (father !== '') add(`${surname.stem} ${group} ${father}`, 'fullName')
    for (const { year } of record.record.attributes.birthDates)
      add(`${surname.stem} ${group} ${year}`, 'birthYear')
  }
}

/**
 * For each cluster the indices of those that share most with it, nearest first. At most 16 others a key, so 500 records
 * cost a few thousand steps.
 * @param clusters Best first, which decides between equally near ones.
 * @param isAsked By index; others get none.
 */
export const nearestClusters = (
  clusters: readonly Cluster[],
  limit: number,
  isAsked: (place: number) => boolean
): number[][] => {
  const holders = new Map<string, number[]>()
  const soughtBy = clusters.map(({ representatives }, place) => {
    const keys: Keys = { own: new Map(), sought: new Map() }
    for (const record of representatives) addKeys(keys, record)
    for (const key of keys.own.keys()) {
      const places = holders.getOrInsertComputed(key, () => [])
      if (places.length < PEOPLE_OF_KEY_MAX) places.push(place)
    }
    return keys.sought
  })
  return soughtBy.map((keys, place) => {
    if (!isAsked(place)) return []
    const nearness = new Map<number, number>()
    for (const [key, kind] of keys)
      for (const other of holders.get(key) ?? [])
        if (other !== place) nearness.set(other, (nearness.get(other) ?? 0) + NEARNESS[kind])
    return [...nearness]
      .sort(([a, near], [b, nearer]) => nearer - near || a - b)
      .slice(0, limit)
      .map(([other]) => other)
  })
}
