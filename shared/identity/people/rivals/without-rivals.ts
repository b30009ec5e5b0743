import type { CompareRecordNames } from '#shared/identity/people/compare-record-names.ts'
import type { Cluster } from '#shared/identity/people/constrained-clusters.ts'
import type { LinkageRecord } from '#shared/identity/people/linkage-record.ts'
import { type Edge, linkBetween } from '#shared/identity/people/links.ts'

/** The edges that join some of the members, the strongest first. Nothing parts members of one cluster. */
const edgesAmong = (members: readonly LinkageRecord[], compare: CompareRecordNames): Edge[] =>
  members
    .flatMap((a, at) => members.slice(at + 1).flatMap(b => linkBetween(a, b, compare) ?? []))
    .sort((a, b) => b.strength - a.strength)

const onePerClass = (members: readonly LinkageRecord[]): LinkageRecord[] => [
  ...new Map(members.map(member => [member.equivalenceClass, member])).values()
]

/** Those that are joined by what they state themselves. */
const split = (
  members: readonly LinkageRecord[],
  { keptApart }: Cluster,
  compare: CompareRecordNames
): Cluster[] => {
  const groupOf = new Map(members.map(member => [member, { members: [member], edges: [] as Edge[] }]))
  for (const edge of edgesAmong(members, compare)) {
    const [one, other] = [groupOf.get(edge.a), groupOf.get(edge.b)]
    if (!one || !other || one === other) continue
    one.members.push(...other.members)
    one.edges.push(...other.edges, edge)
    for (const member of other.members) groupOf.set(member, one)
  }
  return [...new Set(groupOf.values())].map(group => ({
    ...group,
    representatives: onePerClass(group.members),
    keptApart
  }))
}

/**
 * The clusters without the rivals among them: whoever was not found is no part of a card, and joins nobody. What they
 * decided stays: a record that fits one of them as well, or better, stands by itself.
 */
export const withoutRivals = (
  clusters: readonly Cluster[],
  isRival: (record: LinkageRecord) => boolean,
  compare: CompareRecordNames
): Cluster[] =>
  clusters.flatMap(cluster => {
    const members = cluster.members.filter(member => !isRival(member))
    return members.length === cluster.members.length ? [cluster] : split(members, cluster, compare)
  })
