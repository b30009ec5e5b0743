import type { CannotLink } from './cannot-link.ts'
import type { LinkageRecord } from './linkage-record.ts'
import type { Edge } from './links.ts'

export interface Cluster {
  members: LinkageRecord[]
  edges: Edge[]
  /** One member per equivalence class: the others contradict the same records. */
  representatives: LinkageRecord[]
  /** Records that a tie or a shared record keeps apart; null when none. */
  keptApart: Set<number> | null
  /** Strength of a tie when this cluster fits two others; else 0. */
  tie: number
}

const alone = (record: LinkageRecord): Cluster => ({
  members: [record],
  edges: [],
  representatives: [record],
  keptApart: record.siblings && new Set(record.siblings),
  tie: 0
})

const keepFrom = (cluster: Cluster, indices: Iterable<number>): void => {
  cluster.keptApart ??= new Set()
  for (const index of indices) cluster.keptApart.add(index)
}

const indicesOf = (cluster: Cluster): number[] => cluster.members.map(({ index }) => index)

/** Joins records along edges as long as no two members of a cluster cannot be linked. */
export const createConstrainedClusters = (records: readonly LinkageRecord[], cannotLink: CannotLink) => {
  const clusterOf = new Map(records.map(record => [record.index, alone(record)]))
  const of = (record: LinkageRecord): Cluster => clusterOf.get(record.index) as Cluster
  const spanClusters = (block: readonly LinkageRecord[]): boolean => {
    for (let at = 1; at < block.length; at += 1)
      if (of(block[at] as LinkageRecord) !== of(block[0] as LinkageRecord)) return true
    return false
  }
  const mustStayApart = (a: Cluster, b: Cluster): boolean => {
    const { keptApart } = a
    if (keptApart && b.members.some(({ index }) => keptApart.has(index))) return true
    for (const one of a.representatives)
      for (const other of b.representatives) if (cannotLink(one, other)) return true
    return false
  }
  const keepApart = (a: Cluster, b: Cluster): void => {
    keepFrom(a, indicesOf(b))
    keepFrom(b, indicesOf(a))
  }
  const join = (edge: Edge): boolean => {
    const [a, b] = [of(edge.a), of(edge.b)]
    if (a === b || mustStayApart(a, b)) return false
    const [big, small] = a.members.length >= b.members.length ? [a, b] : [b, a]
    for (const member of small.members) clusterOf.set(member.index, big)
    big.members.push(...small.members)
    big.edges.push(...small.edges, edge)
    for (const representative of small.representatives)
      if (
        !big.representatives.some(
          ({ equivalenceClass }) => equivalenceClass === representative.equivalenceClass
        )
      )
        big.representatives.push(representative)
    if (small.keptApart) keepFrom(big, small.keptApart)
    big.tie = Math.max(big.tie, small.tie)
    return true
  }
  return {
    of,
    spanClusters,
    mustStayApart,
    keepApart,
    join,
    all: () => [...new Set(clusterOf.values())]
  }
}
export type ConstrainedClusters = ReturnType<typeof createConstrainedClusters>
