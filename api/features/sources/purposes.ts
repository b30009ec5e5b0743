import type { SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'

/** Named beside an answer. */
export interface WithheldSource {
  key: string
  title: string
}

interface Narrowable {
  sources: ReadonlyMap<SourceKey, WithheldSource & { purposes: PurposeCode[] | null }>
  policy: SearchPolicy
}

/** Sources allowed for a purpose (null: none stated). The same object when all allow it. */
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
