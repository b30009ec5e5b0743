import { type Block, numberBlocks, softBlocks } from './blocking.ts'
import { type CannotLink, numbersDiffer } from './cannot-link.ts'
import type { CompareRecordNames } from './compare-record-names.ts'
import { isIncompletelyNamed, splitAmbiguous } from './competing-matches/split-ambiguous.ts'
import { type Cluster, type ConstrainedClusters, createConstrainedClusters } from './constrained-clusters.ts'
import type { LinkageRecord } from './linkage-record.ts'
import { ALL_BUT_NUMBERS, type Edge, linkBetween } from './links.ts'

/** One record represents each cluster, because all members share the key. */
const joinBlock = (block: Block, clusters: ConstrainedClusters, compare: CompareRecordNames): void => {
  const representatives: LinkageRecord[] = []
  for (const record of block) {
    if (representatives.some(head => clusters.of(head) === clusters.of(record))) continue
    const joined = representatives.some(head => {
      const edge = linkBetween(head, record, compare)
      return edge !== null && clusters.join(edge)
    })
    if (!joined) representatives.push(record)
  }
}

type IsDoubted = (cluster: Cluster) => boolean

/** Drops equally strong edges that would join a cluster to two incompatible ones: a wrong merge is worse than none. */
const dropTies = (edges: readonly Edge[], clusters: ConstrainedClusters, isDoubted: IsDoubted): Edge[] => {
  const neighbours = new Map<Cluster, Set<Cluster>>()
  const addNeighbour = (from: Cluster, to: Cluster) =>
    neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to))
  const open = edges.filter(edge => {
    const [a, b] = [clusters.of(edge.a), clusters.of(edge.b)]
    if (a === b || clusters.mustStayApart(a, b)) return false
    addNeighbour(a, b)
    addNeighbour(b, a)
    return true
  })
  const torn = (from: Cluster, to: Cluster): boolean =>
    [...(neighbours.get(from) ?? [])].some(other => other !== to && clusters.mustStayApart(other, to))
  const tied = open.filter(edge => {
    const [a, b] = [clusters.of(edge.a), clusters.of(edge.b)]
    const [isTorn, isOtherTorn] = [isDoubted(a) || torn(a, b), isDoubted(b) || torn(b, a)]
    if (isTorn) a.tie = Math.max(a.tie, edge.strength)
    if (isOtherTorn) b.tie = Math.max(b.tie, edge.strength)
    return isTorn || isOtherTorn
  })
  for (const edge of tied) clusters.keepApart(clusters.of(edge.a), clusters.of(edge.b))
  return open.filter(edge => !tied.includes(edge))
}

const representativesOf = (block: Block, clusters: ConstrainedClusters): LinkageRecord[] => {
  const representatives: LinkageRecord[] = []
  for (const record of block) {
    const isRepresented = representatives.some(
      head => head.equivalenceClass === record.equivalenceClass && clusters.of(head) === clusters.of(record)
    )
    if (!isRepresented) representatives.push(record)
  }
  return representatives
}

const softEdges = (
  records: readonly LinkageRecord[],
  clusters: ConstrainedClusters,
  compare: CompareRecordNames
): Edge[] => {
  const edges: Edge[] = []
  const blocks = softBlocks(records, clusters)
  if (blocks.length === 0) return edges
  const places = new Map(records.map(({ index }, at) => [index, at]))
  const placeOf = ({ index }: LinkageRecord): number => places.get(index) ?? 0
  const compared = new Uint8Array(records.length ** 2)
  for (const block of blocks) {
    const representatives = representativesOf(block, clusters)
    for (let i = 0; i < representatives.length; i += 1)
      for (let j = i + 1; j < representatives.length; j += 1) {
        const [a, b] = [representatives[i] as LinkageRecord, representatives[j] as LinkageRecord]
        const pair = placeOf(a) * records.length + placeOf(b)
        if (compared[pair] === 1) continue
        compared[pair] = 1
        if (clusters.of(a) === clusters.of(b) || numbersDiffer(a, b)) continue
        const edge = linkBetween(a, b, compare)
        if (edge) edges.push(edge)
      }
  }
  return edges
}

const equivalentRecords = (records: readonly LinkageRecord[], clusters: ConstrainedClusters): Block[] => {
  const byClass = Map.groupBy(records, ({ equivalenceClass }) => equivalenceClass)
  return [...byClass.values()].filter(clusters.spanClusters)
}

/**
 * Clusters records into persons: hard links, equivalent records, soft links from strong to weak, ties last. Records are
 * compared only within blocks of a shared number, contact or birth date.
 * @param records Records of `makeLinkageRecords`.
 * @param isUnsure Incomplete names that only numbers may join.
 */
export const clusterRecords = (
  records: readonly LinkageRecord[],
  compare: CompareRecordNames,
  cannotLink: CannotLink,
  isUnsure: (record: LinkageRecord) => boolean = () => false
): Cluster[] => {
  const isDoubted = (cluster: Cluster): boolean =>
    cluster.members.some(isUnsure) && isIncompletelyNamed(cluster)
  const clusters = createConstrainedClusters(records, cannotLink)
  for (const block of numberBlocks(records, clusters)) joinBlock(block, clusters, compare)
  for (const same of equivalentRecords(records, clusters))
    for (const block of softBlocks(same, clusters)) joinBlock(block, clusters, compare)

  const edges = softEdges(records, clusters, compare).sort((a, b) => b.strength - a.strength)
  for (let at = 0; at < edges.length; ) {
    const { strength } = edges[at] as Edge
    const level = edges.slice(at).filter(edge => edge.strength === strength)
    at += level.length
    for (const edge of dropTies(level, clusters, isDoubted)) clusters.join(edge)
  }
  const all = clusters.all()
  for (const cluster of all) if (isDoubted(cluster)) cluster.tie = ALL_BUT_NUMBERS
  return all.flatMap(cluster => splitAmbiguous(cluster, compare))
}
