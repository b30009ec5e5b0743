import { orm } from '#api/db/orm.ts'
import type { KeyedHash } from '#api/lib/hmac.ts'
import { type ImportResult, SUPPRESSION_KINDS } from '#shared/labels/suppressions.ts'
import type { HashList } from '#shared/rules/suppression.ts'
import { type EntryTokens, groundsOf, KEY_SHOWN_CHARS, keyIdOf, storedToken } from './entries.ts'
import { type Decider, deciderId, type ListContext, noteDecision } from './service.ts'
import { insertEntry } from './store.ts'

const TOKEN = /^[\da-f]{64}$/i
const INNER_HASH = /^[A-Za-z\d+/]{43}=$/
const KEY_ID = new RegExp(`^[\\da-f]{${KEY_SHOWN_CHARS},64}$`, 'i')
const CELLS_MAX = 3
const KINDS: readonly string[] = SUPPRESSION_KINDS

type ReadRow = { tokens: EntryTokens } | { result: Extract<ImportResult, 'broken' | 'other_key'> }

/**
 * Takes over rows of a list: `kind;hash` with the base64 of the SHA-256 of a value in normal form, or `kind;token;key` with
 * the hex of a keyed token and the first signs of the fingerprint of its key. A row that cannot be taken stops no other.
 *
 * @returns What became of each row, in their order.
 * @throws Refusal `EXPIRY_PAST`, `FORBIDDEN`.
 */
export async function importHashes(
  context: ListContext,
  { rows, ...why }: HashList,
  by: Decider
): Promise<ImportResult[]> {
  const { sql, secrets, hashes } = context
  const grounds = groundsOf(why)
  const keyId = keyIdOf(secrets.suppress)
  const read = rows.map(row => readRow(row, hashes.suppress, keyId))
  const author = { keyId, addedBy: deciderId(by) }
  const results: ImportResult[] = read.map(row => ('result' in row ? row.result : 'known'))
  const inOrder = read
    .flatMap((row, at) => ('tokens' in row ? [{ tokens: row.tokens, at }] : []))
    .toSorted((a, b) => ((a.tokens[0]?.token ?? '') < (b.tokens[0]?.token ?? '') ? -1 : 1))
  await orm(sql).transaction(async tx => {
    let added = 0
    for (const { tokens, at } of inOrder) {
      if ((await insertEntry(tx, tokens, grounds, author)) === null) continue
      results[at] = 'added'
      added += 1
    }
    await noteDecision(tx, by, {
      action: 'suppression_import',
      resultCount: added,
      detail: {
        rows: rows.length,
        after: { entries: added, ...(grounds.request && { request: grounds.request }) }
      }
    })
  })
  context.sources.forget()
  return results
}

function readRow(row: string, hash: KeyedHash, keyId: string): ReadRow {
  const cells = row.split(/[;,\t]/).map(cell => cell.trim().replace(/^"(.*)"$/, '$1'))
  const [kind = '', value = '', key = ''] = cells
  if (cells.length > CELLS_MAX || !KINDS.includes(kind)) return { result: 'broken' }
  if (INNER_HASH.test(value)) return { tokens: [storedToken(kind, hash.digest(`${kind}:${value}`))] }
  if (!TOKEN.test(value) || (key !== '' && !KEY_ID.test(key))) return { result: 'broken' }
  // Nobody can tell by a token what key it was made with: another one would meet nobody, and nothing would say so.
  if (key === '' || !keyId.startsWith(key.toLowerCase())) return { result: 'other_key' }
  return { tokens: [storedToken(kind, Buffer.from(value, 'hex'))] }
}
