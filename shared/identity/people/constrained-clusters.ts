import type { Veto } from './cannot-link.ts'
import type { Profile } from './linkage-record.ts'
import type { Edge } from './links.ts'

/** Records that are one person, and the edges that say why. */
export interface Cluster {
  members: Profile[]
  edges: Edge[]
  /** One member of each signature: the others would contradict the same. */
  witnesses: Profile[]
  /** Indices of records that a tie keeps apart from this cluster; null while there are none. */
  barred: Set<number> | null
}

const alone = (profile: Profile): Cluster => ({
  members: [profile],
  edges: [],
  witnesses: [profile],
  barred: null
})

const barFrom = (cluster: Cluster, indices: Iterable<number>): void => {
  cluster.barred ??= new Set()
  for (const index of indices) cluster.barred.add(index)
}

const indicesOf = (cluster: Cluster): number[] => cluster.members.map(({ index }) => index)

/** Puts records together along edges; no union is made that would put two contradicting members into one cluster. */
export const makeUnions = (profiles: readonly Profile[], veto: Veto) => {
  const clusterOf = profiles.map(alone)
  const of = (profile: Profile): Cluster => clusterOf[profile.index] as Cluster
  /** True when the records are not all of one cluster. */
  const differ = (block: readonly Profile[]): boolean => {
    for (let at = 1; at < block.length; at += 1)
      if (of(block[at] as Profile) !== of(block[0] as Profile)) return true
    return false
  }
  const clash = (a: Cluster, b: Cluster): boolean => {
    const { barred } = a
    if (barred && b.members.some(({ index }) => barred.has(index))) return true
    for (const one of a.witnesses) for (const other of b.witnesses) if (veto(one, other)) return true
    return false
  }
  const bar = (a: Cluster, b: Cluster): void => {
    barFrom(a, indicesOf(b))
    barFrom(b, indicesOf(a))
  }
  const join = (edge: Edge): boolean => {
    const [a, b] = [of(edge.a), of(edge.b)]
    if (a === b || clash(a, b)) return false
    const [big, small] = a.members.length >= b.members.length ? [a, b] : [b, a]
    for (const member of small.members) clusterOf[member.index] = big
    big.members.push(...small.members)
    big.edges.push(...small.edges, edge)
    for (const witness of small.witnesses)
      if (!big.witnesses.some(({ signature }) => signature === witness.signature)) big.witnesses.push(witness)
    if (small.barred) barFrom(big, small.barred)
    return true
  }
  return { of, differ, clash, bar, join, all: () => [...new Set(clusterOf)] }
}
export type Unions = ReturnType<typeof makeUnions>
