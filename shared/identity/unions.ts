import type { Edge } from './links.ts'
import type { Profile } from './profile.ts'
import type { Veto } from './veto.ts'

/** Records that are one person, and the edges that say why. */
export interface Cluster {
  members: Profile[]
  edges: Edge[]
  /** One member of each signature: the others would contradict the same. */
  witnesses: Map<number, Profile>
  /** Indices of records that a tie keeps apart from this cluster. */
  barred: Set<number>
}

const alone = (profile: Profile): Cluster => ({
  members: [profile],
  edges: [],
  witnesses: new Map([[profile.signature, profile]]),
  barred: new Set()
})

/** Puts records together along edges; no union is made that would put two contradicting members into one cluster. */
export const makeUnions = (profiles: readonly Profile[], veto: Veto) => {
  const clusterOf = profiles.map(alone)
  const of = (profile: Profile): Cluster => clusterOf[profile.index] as Cluster
  const clash = (a: Cluster, b: Cluster): boolean => {
    if (a.barred.size > 0 && b.members.some(({ index }) => a.barred.has(index))) return true
    for (const one of a.witnesses.values())
      for (const other of b.witnesses.values()) if (veto(one, other)) return true
    return false
  }
  const bar = (a: Cluster, b: Cluster): void => {
    for (const { index } of a.members) b.barred.add(index)
    for (const { index } of b.members) a.barred.add(index)
  }
  const join = (edge: Edge): boolean => {
    const [a, b] = [of(edge.a), of(edge.b)]
    if (a === b || clash(a, b)) return false
    const [big, small] = a.members.length >= b.members.length ? [a, b] : [b, a]
    for (const member of small.members) clusterOf[member.index] = big
    big.members.push(...small.members)
    big.edges.push(...small.edges, edge)
    for (const [signature, witness] of small.witnesses) big.witnesses.set(signature, witness)
    for (const index of small.barred) big.barred.add(index)
    return true
  }
  return { of, clash, bar, join, all: () => [...new Set(clusterOf)] }
}
export type Unions = ReturnType<typeof makeUnions>
