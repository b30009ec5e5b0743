import type { SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'

/** A source that may not be searched for a purpose, as it is named beside an answer. */
export interface WithheldSource {
  key: string
  title: string
}

/** What of the current sources is narrowed. */
interface Narrowable {
  sources: ReadonlyMap<SourceKey, WithheldSource & { purposes: PurposeCode[] | null }>
  policy: SearchPolicy
}

/**
 * The sources that may be searched for a purpose; null is none stated, for which those answer that allow all. The same
 * object where every source allows all.
 */
export function sourcesFor<Current extends Narrowable>(
  current: Current,
  purpose: PurposeCode | 'any' | null
): { current: Current; withheld: WithheldSource[] } {
  const withheld = [...current.sources.values()].filter(
    ({ purposes }) => purpose !== 'any' && purposes !== null && !purposes.some(each => each === purpose)
  )
  if (withheld.length === 0) return { current, withheld: [] }
  const keys = new Set(withheld.map(({ key }) => key))
  const left = <T>(all: ReadonlyMap<SourceKey, T>) => new Map([...all].filter(([key]) => !keys.has(key)))
  const policy = { ...current.policy, sources: left(current.policy.sources) }
  return {
    current: { ...current, sources: left(current.sources), policy },
    withheld: withheld.map(({ key, title }) => ({ key, title }))
  }
}
