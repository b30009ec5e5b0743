import type { SearchPolicy } from '#api/engines/contract.ts'

/** The sources of a policy as statements and their rows name them. */
export interface Numbered {
  /** Array literal of the numbers. */
  literal: string
  keyOf: ReadonlyMap<number, string>
}

/** A policy serves all searches of a second or so. */
const known = new WeakMap<SearchPolicy['sources'], Numbered>()

export function numbered(sources: SearchPolicy['sources']): Numbered {
  const before = known.get(sources)
  if (before) return before
  const keyOf = new Map<number, string>()
  for (const [key, { id }] of sources) keyOf.set(id, key)
  const made = { literal: `{${[...keyOf.keys()].join(',')}}`, keyOf }
  known.set(sources, made)
  return made
}
