import type { Reading } from '#shared/contracts/reading.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import { isIdentifier, type LineIdentifier } from './line-identifiers.ts'

const RUSSIAN_PHONE = /^7\d{10}$/

/** Lists of tokens; a plain text with all tokens of one list may hold the identifier. */
export function identifierTokens({ kind, value }: Pick<Reading, 'kind' | 'value'>): string[][] {
  if (kind === 'vin' || kind === 'plate') return [tokenize(value)]
  if (!isIdentifier(kind) || !/^\d{8,}$/.test(value)) return []
  if (kind !== 'phone' || !RUSSIAN_PHONE.test(value)) return [[value]]
  return [[value], [`8${value.slice(1)}`], [value.slice(1)]]
}

/** An identifier of the line, with the words of a plain text that may hold it. */
export interface TokenizedIdentifier extends Pick<LineIdentifier, 'kind' | 'value'> {
  tokenLists: readonly string[][]
}
