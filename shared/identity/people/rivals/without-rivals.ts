import { clusterRecords } from '#shared/identity/people/clusters.ts'
import type { CompareRecordNames } from '#shared/identity/people/compare-record-names.ts'
import type { Cluster } from '#shared/identity/people/constrained-clusters.ts'
import type { LinkageRecord } from '#shared/identity/people/linkage-record.ts'
import { splitTorn } from './split-torn.ts'

/** Nothing parts members of one cluster. */
const nothingParts = (): boolean => false

/** Those of a cluster that are joined by what they state themselves. */
const withoutOthers = (
  cluster: Cluster,
  members: readonly LinkageRecord[],
  compare: CompareRecordNames
): Cluster[] =>
  clusterRecords(members, compare, nothingParts)
    .map(part => ({ ...part, keptApart: cluster.keptApart, tie: cluster.tie }))
    .flatMap(part => splitTorn(part, compare))

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
    return members.length === cluster.members.length ? [cluster] : withoutOthers(cluster, members, compare)
  })
