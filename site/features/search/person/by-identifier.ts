import type { SearchAnswer } from '#shared/contracts/search.ts'

const NO_IDENTIFIERS: readonly string[] = ['full_name', 'birth_date', 'address', 'text']

/** A line of identifiers alone, which finds of a person the records that have them and no others. */
export function isByIdentifier({ readings: [first] }: Pick<SearchAnswer, 'readings'>): boolean {
  if (!first) return false
  const kinds = first.parts?.map(({ kind }) => kind) ?? [first.kind]
  return kinds.every(kind => !NO_IDENTIFIERS.includes(kind))
}
