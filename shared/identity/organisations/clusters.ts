import type { PersonLink } from '#shared/contracts/person.ts'
import { ORGANISATION_LINKS, type OrganisationLinkRule } from '#shared/identity/matching/sentences.ts'
import { addressTail, sameAddress } from '#shared/identity/records/address.ts'
import { isNameOnlyMention, type Mention } from './mentions.ts'

export interface OrganisationCluster {
  mentions: Mention[]
  links: PersonLink[]
}

const sharesAny = (a: readonly string[], b: readonly string[]): boolean => a.some(value => b.includes(value))

const differ = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && b.length > 0 && !sharesAny(a, b)

const innsOf = ({ mentions }: OrganisationCluster): string[] => mentions.flatMap(({ inns }) => inns)
const ogrnsOf = ({ mentions }: OrganisationCluster): string[] => mentions.flatMap(({ ogrns }) => ogrns)

type NumberDifference = 'other_inn' | 'other_ogrn'

/** Another INN is another organisation; so is another OGRN, unless the INN is the same. */
export const numberDifference = (a: OrganisationCluster, b: OrganisationCluster): NumberDifference | null => {
  const [inns, others] = [innsOf(a), innsOf(b)]
  if (differ(inns, others)) return 'other_inn'
  return !sharesAny(inns, others) && differ(ogrnsOf(a), ogrnsOf(b)) ? 'other_ogrn' : null
}

const cannotJoin = (a: OrganisationCluster, b: OrganisationCluster): boolean =>
  numberDifference(a, b) !== null

const linkOf = (a: Mention, b: Mention, rule: OrganisationLinkRule): PersonLink => ({
  from: a.record.record_id,
  to: b.record.record_id,
  rule,
  tone: 'agree',
  text: ORGANISATION_LINKS[rule]
})

const join = (
  into: OrganisationCluster,
  from: OrganisationCluster,
  rule: OrganisationLinkRule
): OrganisationCluster => {
  const [a, b] = [into.mentions[0], from.mentions[0]]
  const link = a && b && a.record !== b.record ? [linkOf(a, b, rule)] : []
  return { mentions: [...into.mentions, ...from.mentions], links: [...into.links, ...from.links, ...link] }
}

type ByNumber = (mention: Mention) => readonly string[]

/** Joins mentions that share a number, unless another number differs. */
const joinByNumber = (
  clusters: readonly OrganisationCluster[],
  numbersOf: ByNumber,
  rule: OrganisationLinkRule
): OrganisationCluster[] => {
  const joined: OrganisationCluster[] = []
  const placeOf = new Map<string, number>()
  for (const cluster of clusters) {
    const numbers = cluster.mentions.flatMap(numbersOf)
    const place = numbers.map(number => placeOf.get(number)).find(at => at !== undefined)
    const other = place === undefined ? undefined : joined[place]
    if (place !== undefined && other && !cannotJoin(other, cluster)) {
      joined[place] = join(other, cluster, rule)
      for (const number of numbers) placeOf.set(number, place)
    } else {
      joined.push(cluster)
      for (const number of numbers) placeOf.getOrInsert(number, joined.length - 1)
    }
  }
  return joined
}

const nameBlocks = (clusters: readonly OrganisationCluster[]): OrganisationCluster[][] => {
  const blocks = new Map<string, OrganisationCluster[]>()
  const add = (token: string, cluster: OrganisationCluster) =>
    blocks.getOrInsertComputed(token, () => []).push(cluster)
  const placesOfTail = new Map<string, string[]>()
  for (const cluster of clusters)
    for (const { keys, contacts, addresses } of cluster.mentions)
      for (const key of keys) {
        for (const contact of contacts) add(`${key}|${contact}`, cluster)
        for (const { normal } of addresses) {
          const places = placesOfTail.getOrInsertComputed(`${key}|${addressTail(normal)}`, () => [])
          const place = places.find(other => sameAddress(other, normal))
          if (place === undefined) places.push(normal)
          add(`${key}|${place ?? normal}`, cluster)
        }
      }
  return [...blocks.values()].filter(block => block.length > 1)
}

/** Joins one name at one contact, unless two incompatible clusters share it. */
const joinByName = (clusters: readonly OrganisationCluster[]): OrganisationCluster[] => {
  const wholeOf = new Map(clusters.map(cluster => [cluster, cluster]))
  for (const block of nameBlocks(clusters)) {
    const wholes = [...new Set(block.map(cluster => wholeOf.get(cluster) ?? cluster))]
    const [first, ...others] = wholes
    if (!first || others.length === 0 || contradictEachOther(wholes)) continue
    const whole = others.reduce((into, other) => join(into, other, 'organisation_contact'), first)
    for (const [cluster, current] of wholeOf) if (wholes.includes(current)) wholeOf.set(cluster, whole)
  }
  return [...new Set(wholeOf.values())]
}

const contradictEachOther = (clusters: readonly OrganisationCluster[]): boolean =>
  clusters.some((one, at) => clusters.slice(at + 1).some(other => cannotJoin(one, other)))

/**
 * Clusters mentions by valid INN or OGRN, or by name with an address or phone. Mentions with a name only join the one
 * known organisation of that name; with two such, they join none.
 */
export const clusterMentions = (mentions: readonly Mention[]): OrganisationCluster[] => {
  const [nameOnly, identified] = partition(mentions, isNameOnlyMention)
  const alone = identified.map((mention): OrganisationCluster => ({ mentions: [mention], links: [] }))
  const byInn = joinByNumber(alone, ({ inns }) => inns, 'inn')
  const clusters = joinByName(joinByNumber(byInn, ({ ogrns }) => ogrns, 'ogrn'))
  for (const [key, ofName] of Map.groupBy(nameOnly, ({ keys }) => keys[0] ?? '')) {
    const candidates = clusters.filter(cluster => cluster.mentions.some(({ keys }) => keys.includes(key)))
    const [only, ...others] = candidates
    if (!only) clusters.push({ mentions: ofName, links: [] })
    else if (others.length === 0) only.mentions.push(...ofName)
  }
  return clusters
}

const partition = <T>(items: readonly T[], is: (item: T) => boolean): [T[], T[]] => [
  items.filter(is),
  items.filter(item => !is(item))
]
