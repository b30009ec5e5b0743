import type { CompareRecordNames } from '#shared/identity/people/compare-record-names.ts'
import type { Cluster } from '#shared/identity/people/constrained-clusters.ts'
import type { LinkageRecord } from '#shared/identity/people/linkage-record.ts'
import { type Edge, linkBetween } from '#shared/identity/people/links.ts'
import { isIncomplete } from './rival-steps.ts'

/** The edges that join some of the members, the strongest first. Nothing parts members of one cluster. */
const edgesAmong = (members: readonly LinkageRecord[], compare: CompareRecordNames): Edge[] =>
  members
    .flatMap((a, at) => members.slice(at + 1).flatMap(b => linkBetween(a, b, compare) ?? []))
    .sort((a, b) => b.strength - a.strength)

const onePerClass = (members: readonly LinkageRecord[]): LinkageRecord[] => [
  ...new Map(members.map(member => [member.equivalenceClass, member])).values()
]

/** Those of a cluster that are joined by what they state themselves, by edges stronger than `beyond`. */
export const splitCluster = (
  cluster: Cluster,
  members: readonly LinkageRecord[],
  compare: CompareRecordNames,
  beyond = 0
): Cluster[] => {
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

/**
 * Records of incomplete names that fit two people equally may be one of each: no more joins them to each other than tears
 * them.
 */
export const splitTorn = (cluster: Cluster, compare: CompareRecordNames): Cluster[] =>
  cluster.tie > 0 &&
  cluster.members.length > 1 &&
  cluster.members.every(({ names }) => names.every(isIncomplete))
    ? splitCluster(cluster, cluster.members, compare, cluster.tie)
    : [cluster]
