import type { CONNECTION_CODES } from '#shared/contracts/compare.ts'
import { formatPhone } from '#shared/identity/identifiers/phone.ts'
import { capitalized } from '#shared/identity/identifiers/words.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { addressTail, sameAddress } from '#shared/identity/records/address.ts'
import type { Address } from '#shared/identity/records/display-values.ts'
import { memoizeByObject } from '#shared/identity/text/memoize.ts'
import { clusterMentions, type OrganisationCluster } from './clusters.ts'
import { personInRecordKey } from './connect.ts'
import type { Mention } from './mentions.ts'

/** An address or contact that two people share, at least once through an organisation or another person. */
export interface Connection {
  code: (typeof CONNECTION_CODES)[number]
  text: string
  sources: readonly [Set<string>, Set<string>]
}

interface Owner {
  of: 'self' | 'link' | 'organisation' | 'party'
  name: string
  id?: unknown
}

type ThingKind = 'address' | 'phone' | 'email'

interface Thing {
  kind: ThingKind
  /** Different keys mean different things. */
  key: string
  written: string
  address?: Address
  owner: Owner
  source: string
}

interface Surroundings {
  things: ReadonlyMap<string, readonly Thing[]>
  /** Organisations with the sources that name them beside the person. */
  clusters: ReadonlyMap<OrganisationCluster, ReadonlySet<string>>
  hasOthers: boolean
}

const CONNECTIONS_SHOWN = 5
/** Longer lists belong to other people. */
const THINGS_MAX = 256
const SELF: Owner = { of: 'self', name: '' }
const LINK: Owner = { of: 'link', name: '' }

const CODES = {
  address: 'connected_address',
  phone: 'connected_phone',
  email: 'connected_email'
} as const
const NOUNS: Record<ThingKind, string> = { address: 'адрес', phone: 'телефон', email: 'e-mail' }

const addressThing = (address: Address, owner: Owner, source: string): Thing => ({
  kind: 'address',
  key: `address ${address.lastNumber}`,
  written: address.written,
  address,
  owner,
  source
})

interface Values {
  phone: readonly string[]
  email: readonly string[]
}

const contactThings = ({ phone, email }: Values, owner: Owner, source: string): Thing[] => [
  ...phone.map(value => ({
    kind: 'phone' as const,
    key: `phone ${value}`,
    written: formatPhone(value),
    owner,
    source
  })),
  ...email.map(value => ({ kind: 'email' as const, key: `email ${value}`, written: value, owner, source }))
]

const ownThings = ({ attributes, source }: MatchedRecord): Thing[] => [
  ...attributes.displayValues.addresses.map(each => addressThing(each, each.link ? LINK : SELF, source)),
  ...contactThings(attributes.identifiers, SELF, source)
]

const partyThings = (person: MatchedRecord): Thing[] => {
  const { attributes, party, source } = person
  const owner: Owner = { of: 'party', name: party?.label ?? '', id: personInRecordKey(person) }
  return [
    ...attributes.displayValues.addresses
      .filter(({ link }) => !link)
      .map(address => addressThing(address, owner, source)),
    ...contactThings(attributes.identifiers, owner, source)
  ]
}

const nameOf = ({ mentions }: OrganisationCluster): string =>
  mentions.flatMap(({ values }) => values.names)[0] ?? ''

const organisationThings = (cluster: OrganisationCluster): Thing[] => {
  const owner: Owner = { of: 'organisation', name: nameOf(cluster), id: cluster }
  return cluster.mentions.flatMap(({ values, record: { source } }) => [
    ...values.addresses.map(address => addressThing(address, owner, source)),
    ...contactThings(values.identifiers, owner, source)
  ])
}

const isSame = (a: Thing, b: Thing): boolean =>
  a.kind !== 'address' ||
  (addressTail(a.address?.normal ?? '') !== null &&
    sameAddress(a.address?.normal ?? '', b.address?.normal ?? ''))

/** «адрес организации слева, ООО «Вектор»» */
const whose = ({ kind, owner }: Thing, side: string): string => {
  const noun = NOUNS[kind]
  if (owner.of === 'self') return `${noun} ${side}`
  if (owner.of === 'link') return `${noun} по связи ${side}`
  if (owner.of === 'organisation') return `${noun} организации ${side}${owner.name && `, ${owner.name}`}`
  return `${noun} лица, названного в записи ${side}${owner.name && ` «${owner.name}»`}`
}

/** «слева» and «справа». */
type Sides = readonly [string, string]

/** The person's own value first. */
const textOf = (a: Thing, b: Thing, sides: Sides): string => {
  const [one, other] = [whose(a, sides[0]), whose(b, sides[1])]
  return b.owner.of === 'self'
    ? `${capitalized(other)}: ${one} (${b.written})`
    : `${capitalized(one)}: ${other} (${a.written})`
}

/** Own values are compared elsewhere, and a shared owner is no connection. */
const isConnection = (a: Thing, b: Thing): boolean => {
  if (a.owner.of === 'self' && b.owner.of === 'self') return false
  return (a.owner.id === undefined || a.owner.id !== b.owner.id) && isSame(a, b)
}

const idsOf = (members: Members): Set<unknown> => new Set(members.map(personInRecordKey))

type Members = readonly MatchedRecord[]

/**
 * Finds what connects two people without linking them: a shared organisation, or a value beside one that is the
 * other's.
 * @param mentions Organisations of all found records.
 * @param found All found records, those of several people with these.
 */
export const createConnections = (
  mentions: readonly Mention[],
  found: readonly MatchedRecord[]
): ((a: Members, b: Members, sides: Sides) => Connection[]) => {
  const people = new Map(
    found.flatMap(({ record_id, people: named }) => (named ? [[record_id, named] as const] : []))
  )
  let organisations: ReadonlyMap<string, readonly OrganisationCluster[]> | undefined
  const organisationsOf = (record: MatchedRecord): readonly OrganisationCluster[] => {
    if (mentions.length === 0) return []
    organisations ??= byPerson(clusterMentions(mentions))
    return organisations.get(personInRecordKey(record)) ?? []
  }
  const surroundingsOf = memoizeByObject((members: Members): Surroundings => {
    const clusters = new Map<OrganisationCluster, Set<string>>()
    for (const member of members)
      for (const cluster of organisationsOf(member))
        clusters.getOrInsertComputed(cluster, () => new Set()).add(member.source)
    const named = members.flatMap(({ record_id }) => people.get(record_id) ?? [])
    const own = idsOf(members)
    const things = [
      ...[...clusters.keys()].flatMap(organisationThings),
      ...named.filter(person => !own.has(personInRecordKey(person))).flatMap(partyThings),
      ...members.flatMap(ownThings)
    ].slice(0, THINGS_MAX)
    return {
      clusters,
      things: Map.groupBy(things, ({ key }) => key),
      hasOthers: clusters.size > 0 || things.some(({ owner }) => owner.of !== 'self')
    }
  })

  return (a, b, sides) => {
    const [one, other] = [surroundingsOf(a), surroundingsOf(b)]
    if (!one.hasOthers && !other.hasOthers) return []
    const connections = new Map<string, Connection>()
    const add = (
      code: Connection['code'],
      text: string,
      ours: Iterable<string>,
      theirs: Iterable<string>
    ) => {
      const { sources } = connections.getOrInsertComputed(text, () => ({
        code,
        text,
        sources: [new Set<string>(), new Set<string>()]
      }))
      for (const source of ours) sources[0].add(source)
      for (const source of theirs) sources[1].add(source)
    }
    for (const [cluster, ours] of one.clusters) {
      const theirs = other.clusters.get(cluster)
      if (theirs)
        add('shared_organisation', `Одна организация с обеих сторон: ${nameOf(cluster)}`, ours, theirs)
    }
    const [idsOfOne, idsOfOther] = [idsOf(a), idsOf(b)]
    for (const [key, ours] of one.things)
      for (const our of ours)
        for (const their of other.things.get(key) ?? [])
          if (!idsOfOther.has(our.owner.id) && !idsOfOne.has(their.owner.id) && isConnection(our, their))
            add(CODES[our.kind], textOf(our, their, sides), [our.source], [their.source])
    return [...connections.values()].slice(0, CONNECTIONS_SHOWN)
  }
}

const byPerson = (clusters: readonly OrganisationCluster[]): Map<string, OrganisationCluster[]> => {
  const clustersOf = new Map<string, OrganisationCluster[]>()
  for (const cluster of clusters)
    for (const name of new Set(
      cluster.mentions.flatMap(({ isOwn, record }) => (isOwn ? [] : personInRecordKey(record)))
    ))
      clustersOf.getOrInsertComputed(name, () => []).push(cluster)
  return clustersOf
}
