import { clusterRecords } from '#shared/identity/people/clusters.ts'
import type { CompareRecordNames } from '#shared/identity/people/compare-record-names.ts'
import type { Cluster } from '#shared/identity/people/constrained-clusters.ts'
import type { LinkageRecord } from '#shared/identity/people/linkage-record.ts'
import { splitAmbiguous } from './split-ambiguous.ts'

const nothingParts = (): boolean => false

/** The parts of a cluster that hold without the competing matches. */
const withoutOthers = (
  cluster: Cluster,
  members: readonly LinkageRecord[],
  compare: CompareRecordNames
): Cluster[] =>
  clusterRecords(members, compare, nothingParts)
    .map(part => ({ ...part, keptApart: cluster.keptApart, tie: cluster.tie }))
    .flatMap(part => splitAmbiguous(part, compare))

/** Removes competing matches from clusters. A record that fits one of them as well stays by itself. */
export const withoutCompeting = (
  clusters: readonly Cluster[],
  isCompeting: (record: LinkageRecord) => boolean,
  compare: CompareRecordNames
): Cluster[] =>
  clusters.flatMap(cluster => {
    const members = cluster.members.filter(member => !isCompeting(member))
    return members.length === cluster.members.length ? [cluster] : withoutOthers(cluster, members, compare)
  })
