import { orm } from '#api/db/orm.ts'
import type { ImportResult } from '#shared/labels/suppressions.ts'
import type { HashList } from '#shared/rules/suppression.ts'
import { groundsOf } from './entries.ts'
import { readRow } from './read-row.ts'
import { type Decider, deciderId, type ListContext, noteDecision } from './service.ts'
import { insertEntry } from './store.ts'

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
  const read = rows.map(row => readRow(row, hashes.suppress, secrets.suppress))
  const results: ImportResult[] = read.map(row => ('result' in row ? row.result : 'known'))
  const inOrder = read
    .flatMap((row, at) => ('tokens' in row ? [{ tokens: row.tokens, at }] : []))
    .toSorted((a, b) => ((a.tokens[0]?.token ?? '') < (b.tokens[0]?.token ?? '') ? -1 : 1))
  await orm(sql).transaction(async tx => {
    let added = 0
    for (const { tokens, at } of inOrder) {
      if ((await insertEntry(tx, tokens, grounds, deciderId(by))) === null) continue
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
