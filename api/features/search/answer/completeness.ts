import type { SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import type { Findings } from '#api/engines/search.ts'
import type { CurrentSource } from '#api/features/sources/service.ts'
import { TOTAL_EXACT_MAX } from '#shared/constants.ts'
import type { Completeness, SearchAnswer, SourceMeta } from '#shared/contracts/search.ts'

/** Records of a source in the search and «ещё». */
export interface Total {
  atLeast: number
  isExact: boolean
}
export type Totals = ReadonlyMap<SourceKey, Total>

/** @param shown Records by source. */
export function completenessOf(
  shown: ReadonlyMap<SourceKey, number>,
  { failed }: Pick<Findings, 'failed'>,
  policy: Pick<SearchPolicy, 'sources'>,
  totals: Totals,
  sources: ReadonlyMap<SourceKey, CurrentSource>
): Pick<SearchAnswer, 'sources_meta' | 'completeness'> {
  const withoutRecords = [...policy.sources.keys()].filter(key => !shown.has(key)).sort()
  const others = [
    ...withoutRecords.filter(key => failed.has(key)),
    ...withoutRecords.filter(key => !failed.has(key))
  ]
  const meta: Record<string, SourceMeta> = {}
  for (const key of [...shown.keys(), ...others]) {
    const source = sources.get(key)
    if (!source) continue
    const { title, kind, origin, basis, asOf } = source
    const mayMiss = source.isRekeyed || source.isBehind
    const counted = sourceTotal(shown.get(key) ?? 0, totals.get(key))
    const completeness = { ...counted, total_is_exact: counted.total_is_exact && !mayMiss }
    const { total, more } = completeness
    meta[key] = {
      title,
      kind,
      origin,
      basis,
      as_of: asOf,
      number: Object.keys(meta).length + 1,
      state: failed.has(key) ? 'failed' : total > 0 || more || mayMiss ? 'records' : 'empty',
      ...completeness
    }
  }
  return { sources_meta: meta, completeness: inAll(Object.values(meta)) }
}

/** @param total Undefined when nothing was left out. */
function sourceTotal(shown: number, total: Total | undefined): Completeness {
  if (!total) return { shown, total: shown, total_is_exact: true, more: false }
  const atLeast = Math.max(shown, total.atLeast)
  const isExact = total.isExact && atLeast <= TOTAL_EXACT_MAX
  return {
    shown,
    total: Math.max(shown, Math.min(TOTAL_EXACT_MAX, atLeast)),
    total_is_exact: isExact,
    more: !isExact || atLeast > shown
  }
}

function inAll(sources: readonly Completeness[]): Completeness {
  const total = sources.reduce((sum, source) => sum + source.total, 0)
  const shown = sources.reduce((sum, source) => sum + source.shown, 0)
  return {
    shown,
    total: Math.max(shown, Math.min(TOTAL_EXACT_MAX, total)),
    total_is_exact:
      total <= Math.max(shown, TOTAL_EXACT_MAX) && sources.every(source => source.total_is_exact),
    more: sources.some(source => source.more)
  }
}
