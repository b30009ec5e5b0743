import type { Reading } from '#shared/contracts/reading.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import { isIdentifier } from './line-identifiers.ts'

const RUSSIAN_PHONE = /^7\d{10}$/

/** Lists of tokens; a plain text with all tokens of one list may hold the identifier. */
export function identifierTokens({ kind, value }: Pick<Reading, 'kind' | 'value'>): string[][] {
  if (kind === 'vin' || kind === 'plate') return [tokenize(value)]
  if (!isIdentifier(kind) || !/^\d{8,}$/.test(value)) return []
  if (kind !== 'phone' || !RUSSIAN_PHONE.test(value)) return [[value]]
  return [[value], [`8${value.slice(1)}`], [value.slice(1)]]
}
