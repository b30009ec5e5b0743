import type { SQL } from 'bun'
import {
  type Neighbourhood,
  neighbourhoodOf,
  neighbourKeys,
  type Spelling
} from '#shared/identity/lookup/spelling-index.ts'
import { bigintArray, hashKey } from './hash.ts'

/**
 * Stores the words that `createNewWords` collected; known ones stay as they are. In the transaction of the records that
 * brought them, behind their rows. In one order, so that two loads wait for each other and not in a circle.
 *
 * A word stays when its records are removed: a surname alone is nobody, and finds nothing without them.
 */
export async function storeWords(tx: SQL, words: string): Promise<void> {
  if (words === '') return
  await tx`INSERT INTO vocabulary (spelling, form, near)
    SELECT spelling, form, near::int8[] FROM json_to_recordset(${words}::text::json)
      AS word(spelling text, form text, near text)
    ORDER BY spelling, form ON CONFLICT DO NOTHING`
}

/** More than the neighbours of the three words of a name can be. */
const NEIGHBOURS_READ = 4_000

/** What the vocabulary knows of each word: whether it stands there, and what is one typing error away. */
export async function neighboursOf(sql: SQL, words: readonly string[]): Promise<Map<string, Neighbourhood>> {
  if (words.length === 0) return new Map()
  const keys = bigintArray([...new Set(words.flatMap(neighbourKeys))].map(hashKey))
  const rows = await sql<Spelling[]>`SELECT spelling, form FROM vocabulary
    WHERE near && ${keys}::int8[] LIMIT ${NEIGHBOURS_READ}`
  return new Map(words.map(word => [word, neighbourhoodOf(word, rows)]))
}
