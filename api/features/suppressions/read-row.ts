import { joinKeys, type KeyedHash, keysOf, rehash } from '#api/lib/hmac.ts'
import { SUPPRESSION_KINDS } from '#shared/labels/suppression-kinds.ts'
import type { ImportResult } from '#shared/labels/suppressions.ts'
import { type EntryTokens, KEY_SHOWN_CHARS, keyIdOf, storedToken } from './entries.ts'

const TOKEN = /^[\da-f]{64}$/i
const INNER_HASH = /^[A-Za-z\d+/]{43}=$/
const KEY_ID = new RegExp(`^[\\da-f]{${KEY_SHOWN_CHARS},64}$`, 'i')
const CELLS_MAX = 3
const KINDS: readonly string[] = SUPPRESSION_KINDS

type ReadRow = { tokens: EntryTokens } | { result: Extract<ImportResult, 'broken' | 'other_key'> }

/** A row of a list of hashes, with its token or why it cannot be taken. */
export function readRow(row: string, hash: KeyedHash, suppressKey: string): ReadRow {
  const cells = row.split(/[;,\t]/).map(cell => cell.trim().replace(/^"(.*)"$/, '$1'))
  const [kind = '', value = '', key = ''] = cells
  if (cells.length > CELLS_MAX || !KINDS.includes(kind)) return { result: 'broken' }
  // Such a hash has no key: one beside it says that the row means something else.
  if (INNER_HASH.test(value) && key === '')
    return { tokens: [storedToken(kind, hash.digest(`${kind}:${value}`))] }
  if (!TOKEN.test(value) || (key !== '' && !KEY_ID.test(key))) return { result: 'broken' }
  // Nobody can tell by a token what key it was made with: another one would meet nobody, and nothing would say so.
  const token =
    key === '' ? null : withKeysSince(Buffer.from(value, 'hex'), key.toLowerCase(), keysOf(suppressKey))
  return token === null ? { result: 'other_key' } : { tokens: [storedToken(kind, token)] }
}

/** A token of this key or of one before it, as this key makes it; null of any other. */
function withKeysSince(token: Buffer, keyId: string, keys: readonly string[]): Buffer | null {
  const place = keys.findIndex((_, at) => keyIdOf(joinKeys(keys.slice(0, at + 1))).startsWith(keyId))
  return place < 0 ? null : keys.slice(place + 1).reduce((hash, key) => rehash(key, hash), token)
}
