import { compareNames, type NameComparison } from '#shared/identity/matching/compare-names.ts'
import type { LinkageRecord } from './linkage-record.ts'

const CLASSES_MAX = 1_000_000

/** Best comparison of two records' names, cached by name class. */
export const createNameComparer = () => {
  const cache = new Map<number, NameComparison | null>()
  return (a: LinkageRecord, b: LinkageRecord): NameComparison | null => {
    const key = a.nameClass * CLASSES_MAX + b.nameClass
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    let best: NameComparison | null = null
    for (const one of a.names)
      for (const other of b.names) {
        const comparison = compareNames(one, other)
        if (!best || comparison.score > best.score) best = comparison
      }
    cache.set(key, best)
    return best
  }
}
export type CompareRecordNames = ReturnType<typeof createNameComparer>
