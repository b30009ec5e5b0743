import type { Reading } from '#shared/contracts/reading.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { kindOfReading } from '#shared/identity/identifiers/reading-kinds.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import type { LineIdentifier } from './line-identifiers.ts'

/** Alternative lists of tokens by which plain text may hold the identifier. */
export function identifierTokens({ kind, value }: Pick<Reading, 'kind' | 'value'>): string[][] {
  const own = kindOfReading(kind)
  if (own === null) return []
  const { isWord, runs } = kindReaderOf(own)
  if (isWord) return [tokenize(value)]
  if (!/^\d{8,}$/.test(value)) return []
  return (runs?.(value) ?? [value]).map(run => [run])
}

export interface TokenizedIdentifier extends Pick<LineIdentifier, 'kind' | 'value'> {
  tokenLists: readonly string[][]
}
