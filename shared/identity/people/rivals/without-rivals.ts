import type { CompareRecordNames } from '#shared/identity/people/compare-record-names.ts'
import type { Cluster } from '#shared/identity/people/constrained-clusters.ts'
import type { LinkageRecord } from '#shared/identity/people/linkage-record.ts'
import { splitCluster } from './split-cluster.ts'

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
    return members.length === cluster.members.length ? [cluster] : splitCluster(cluster, members, compare)
  })
