import { VEHICLE_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { CompareRecordNames } from '#shared/identity/people/compare-record-names.ts'
import type { Cluster } from '#shared/identity/people/constrained-clusters.ts'
import type { LinkageRecord } from '#shared/identity/people/linkage-record.ts'
import { type Edge, flatsOf, linkBetween } from '#shared/identity/people/links.ts'
import { isIncomplete } from './competing-steps.ts'

/** Equal for records with the same edges to all others. */
const statedBy = (record: LinkageRecord): string => {
  const { identifiers } = record.record.attributes
  const cars = VEHICLE_KINDS.map(kind => identifiers[kind])
  const { equivalenceClass, phones, homePhones, emails } = record
  return JSON.stringify([equivalenceClass, phones, homePhones, emails, cars, flatsOf(record)])
}

/** Edges within a cluster, strongest first; equal statements are represented by their first record. */
const edgesAmong = (members: readonly LinkageRecord[], compare: CompareRecordNames): Edge[] => {
  const alike = [...Map.groupBy(members, statedBy).values()]
  const heads = alike.flatMap(([head]) => head ?? [])
  const pairs = [
    ...alike.flatMap(([head, ...others]) => others.map(other => [head, other] as const)),
    ...heads.flatMap((a, at) => heads.slice(at + 1).map(b => [a, b] as const))
  ]
  return pairs
    .flatMap(([a, b]) => (a && linkBetween(a, b, compare)) ?? [])
    .sort((a, b) => b.strength - a.strength)
}

const onePerClass = (members: readonly LinkageRecord[]): LinkageRecord[] => [
  ...new Map(members.map(member => [member.equivalenceClass, member])).values()
]

/** Splits a cluster by edges stronger than `beyond`. */
const splitCluster = (cluster: Cluster, compare: CompareRecordNames, beyond: number): Cluster[] => {
  const { members } = cluster
  const groupOf = new Map(members.map(member => [member, { members: [member], edges: [] as Edge[] }]))
  for (const edge of edgesAmong(members, compare)) {
    if (edge.strength <= beyond) break
    const [one, other] = [groupOf.get(edge.a), groupOf.get(edge.b)]
    if (!one || !other || one === other) continue
    one.members.push(...other.members)
    one.edges.push(...other.edges, edge)
    for (const member of other.members) groupOf.set(member, one)
  }
  return [...new Set(groupOf.values())].map(group => ({
    ...cluster,
    ...group,
    representatives: onePerClass(group.members)
  }))
}

export const isIncompletelyNamed = ({ members }: Cluster): boolean =>
  members.every(({ names }) => names.every(isIncomplete))

/** Splits off incomplete names that fit two people equally: nothing links them to each other more than to either. */
export const splitAmbiguous = (cluster: Cluster, compare: CompareRecordNames): Cluster[] =>
  cluster.tie > 0 && cluster.members.length > 1 && isIncompletelyNamed(cluster)
    ? splitCluster(cluster, compare, cluster.tie)
    : [cluster]
