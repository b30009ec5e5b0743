import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { Cluster } from './constrained-clusters.ts'
import type { LinkageRecord } from './linkage-record.ts'

/** How near two people are who have a key in common. */
const NEARNESS = { number: 50, contact: 20, birthDate: 15, fullName: 12, name: 8, initial: 4, birthYear: 2 }
type KeyKind = keyof typeof NEARNESS

/** Of more people with one key only the best take part, so that the cost does not grow with their square. */
const PEOPLE_OF_KEY_MAX = 16

const keysOf = (record: LinkageRecord): Map<string, KeyKind> => {
  const keys = new Map<string, KeyKind>()
  const { snils, inns, passports, phones, emails, fullDates, names } = record
  for (const number of [...snils, ...inns, ...passports]) keys.set(`#${number}`, 'number')
  for (const contact of [...phones, ...emails]) keys.set(`@${contact}`, 'contact')
  for (const name of names) {
    const { surname, given, patronymic } = prepareName(name)
    if (!surname || surname.initial || !given) continue
    keys.set(`${surname.stem} ${given.phoneticKey.slice(0, 1)}`, 'initial')
    for (const date of fullDates) keys.set(`${surname.stem} ${isoDate(date)}`, 'birthDate')
    if (given.initial) continue
    const [group] = given.groups
    keys.set(`${surname.stem} ${group}-`, 'name')
    if (patronymic && !patronymic.initial)
      keys.set(`${surname.stem} ${group} ${patronymic.father}`, 'fullName')
    for (const { year } of record.record.attributes.birthDates)
      keys.set(`${surname.stem} ${group} ${year}`, 'birthYear')
  }
  return keys
}

/**
 * For each cluster the places of those that have most in common with it, the nearest first; those with no key in common
 * never. Every cluster is held against at most 16 others a key, so 500 records cost a few thousand steps.
 *
 * @param clusters The best first: between equally near ones the better is nearer.
 */
export const nearestClusters = (clusters: readonly Cluster[], limit: number): number[][] => {
  const holders = new Map<string, { kind: KeyKind; places: number[] }>()
  const keysOfPlaces = clusters.map(({ representatives }, place) => {
    const keys = new Map(representatives.flatMap(record => [...keysOf(record)]))
    for (const [key, kind] of keys)
      holders.getOrInsertComputed(key, () => ({ kind, places: [] })).places.push(place)
    return keys
  })
  return keysOfPlaces.map((keys, place) => {
    const nearness = new Map<number, number>()
    for (const [key, kind] of keys)
      for (const other of holders.get(key)?.places.slice(0, PEOPLE_OF_KEY_MAX) ?? [])
        if (other !== place) nearness.set(other, (nearness.get(other) ?? 0) + NEARNESS[kind])
    return [...nearness]
      .sort(([a, near], [b, nearer]) => nearer - near || a - b)
      .slice(0, limit)
      .map(([other]) => other)
  })
}
