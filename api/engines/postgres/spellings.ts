import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { neighbourKeys, type Spelling } from '#shared/identity/lookup/spelling-index.ts'

/**
 * Stores new spellings, in the transaction of the records that brought them and after their rows. Sorted, so that two
 * loads cannot deadlock.
 *
 * A word stays when its records are removed: a surname alone identifies nobody, and finds nothing without them.
 */
export async function storeSpellings(tx: SQL, spellings: string): Promise<void> {
  if (spellings === '') return
  await tx`INSERT INTO vocabulary (spelling, form, near)
    SELECT spelling, form, near::int8[] FROM json_to_recordset(${spellings}::text::json)
      AS word(spelling text, form text, near text)
    ORDER BY spelling, form ON CONFLICT DO NOTHING`
}

/** More than three words of a name can have. */
const NEIGHBOURS_READ = 4_000

export async function spellingsNear(sql: SQL, words: readonly string[]): Promise<Spelling[]> {
  if (words.length === 0) return []
  const keys = bigintArray([...new Set(words.flatMap(neighbourKeys))].map(hash64))
  return await sql<Spelling[]>`SELECT spelling, form FROM vocabulary
    WHERE near && ${keys}::int8[] LIMIT ${NEIGHBOURS_READ}`
}
