import { type Block, numberBlocks, softBlocks } from './blocking.ts'
import { type CannotLink, numbersDiffer } from './cannot-link.ts'
import type { CompareRecordNames } from './compare-record-names.ts'
import { type Cluster, type ConstrainedClusters, createConstrainedClusters } from './constrained-clusters.ts'
import type { LinkageRecord } from './linkage-record.ts'
import { type Edge, linkBetween } from './links.ts'

/** Every member of a block has the fact in common, so one of each cluster stands for it. */
const joinBlock = (block: Block, unions: ConstrainedClusters, compare: CompareRecordNames): void => {
  const heads: LinkageRecord[] = []
  for (const profile of block) {
    if (heads.some(head => unions.of(head) === unions.of(profile))) continue
    const joined = heads.some(head => {
      const edge = linkBetween(head, profile, compare)
      return edge !== null && unions.join(edge)
    })
    if (!joined) heads.push(profile)
  }
}

/**
 * Where equally strong edges would pull one cluster to two that contradict each other, it belongs to neither: nobody
 * can say which, and a wrong merge is worse than none.
 */
const dropTies = (edges: readonly Edge[], unions: ConstrainedClusters): Edge[] => {
  const neighbours = new Map<Cluster, Set<Cluster>>()
  const note = (from: Cluster, to: Cluster) =>
    neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to))
  const open = edges.filter(edge => {
    const [a, b] = [unions.of(edge.a), unions.of(edge.b)]
    if (a === b || unions.clash(a, b)) return false
    note(a, b)
    note(b, a)
    return true
  })
  const torn = (from: Cluster, to: Cluster): boolean =>
    [...(neighbours.get(from) ?? [])].some(other => other !== to && unions.clash(other, to))
  const tied = open.filter(edge => {
    const [a, b] = [unions.of(edge.a), unions.of(edge.b)]
    return torn(a, b) || torn(b, a)
  })
  for (const edge of tied) unions.bar(unions.of(edge.a), unions.of(edge.b))
  return open.filter(edge => !tied.includes(edge))
}

/** Of the records of one cluster that say the same, one is enough to ask. */
const headsOf = (block: Block, unions: ConstrainedClusters): LinkageRecord[] => {
  const heads: LinkageRecord[] = []
  for (const profile of block) {
    const asked = heads.some(
      head => head.equivalenceClass === profile.equivalenceClass && unions.of(head) === unions.of(profile)
    )
    if (!asked) heads.push(profile)
  }
  return heads
}

const softEdges = (
  profiles: readonly LinkageRecord[],
  unions: ConstrainedClusters,
  compare: CompareRecordNames
): Edge[] => {
  const edges: Edge[] = []
  const blocks = softBlocks(profiles, unions)
  if (blocks.length === 0) return edges
  const seen = new Uint8Array(profiles.length ** 2)
  for (const block of blocks) {
    const heads = headsOf(block, unions)
    for (let i = 0; i < heads.length; i += 1)
      for (let j = i + 1; j < heads.length; j += 1) {
        const [a, b] = [heads[i] as LinkageRecord, heads[j] as LinkageRecord]
        const pair = a.index * profiles.length + b.index
        if (seen[pair] === 1) continue
        seen[pair] = 1
        if (unions.of(a) === unions.of(b) || numbersDiffer(a, b)) continue
        const edge = linkBetween(a, b, compare)
        if (edge) edges.push(edge)
      }
  }
  return edges
}

/** Records that say the same of a person, where they are not yet together. */
const sameSignature = (profiles: readonly LinkageRecord[], unions: ConstrainedClusters): Block[] => {
  const counts = new Uint32Array(profiles.length)
  for (const { equivalenceClass } of profiles) counts[equivalenceClass] = (counts[equivalenceClass] ?? 0) + 1
  const bySignature: Block[] = []
  for (const profile of profiles) {
    const { equivalenceClass } = profile
    if ((counts[equivalenceClass] ?? 0) < 2) continue
    const same = bySignature[equivalenceClass]
    if (same) same.push(profile)
    else bySignature[equivalenceClass] = [profile]
  }
  return bySignature.filter(unions.differ)
}

/**
 * Groups records into persons: hard links, then records that say the same, then soft links from strong to weak.
 * Records meet only in blocks of a shared number, contact or birth date, never all against all.
 */
export const clusterRecords = (
  profiles: readonly LinkageRecord[],
  compare: CompareRecordNames,
  veto: CannotLink
): Cluster[] => {
  const unions = createConstrainedClusters(profiles, veto)
  for (const block of numberBlocks(profiles, unions)) joinBlock(block, unions, compare)
  for (const same of sameSignature(profiles, unions))
    for (const block of softBlocks(same, unions)) joinBlock(block, unions, compare)

  const edges = softEdges(profiles, unions, compare).sort((a, b) => b.strength - a.strength)
  for (let at = 0; at < edges.length; ) {
    const { strength } = edges[at] as Edge
    const level = edges.slice(at).filter(edge => edge.strength === strength)
    at += level.length
    for (const edge of dropTies(level, unions)) unions.join(edge)
  }
  return unions.all()
}
