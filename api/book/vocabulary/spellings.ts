import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { ANY_COOCCURRENCE } from '#shared/identity/lookup/cooccurrence-filter.ts'
import { type KnownSpelling, neighbourKeys, type Spelling } from '#shared/identity/lookup/spelling-index.ts'
import type { CollectedSpellings } from './spelling-collector.ts'
import { appendLearned } from './vocabulary-log.ts'

/** Runs after the rows, sorted against deadlocks. Words outlive records: a surname identifies nobody. */
export async function storeSpellings(tx: SQL, spellings: string): Promise<void> {
  if (spellings === '') return
  const { rows, learned }: CollectedSpellings = JSON.parse(spellings)
  await tx`INSERT INTO vocabulary (spelling, form, near)
    SELECT spelling, form, near::int8[] FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
      AS word(spelling text, form text, near text)
    ORDER BY spelling, form ON CONFLICT DO NOTHING`
  await appendLearned(tx, learned)
}

/** More than three words of a name can have. */
const NEIGHBOURS_READ = 4_000

/** Ignores which records have them. */
export async function spellingsNear(sql: SQL, words: readonly string[]): Promise<KnownSpelling[]> {
  if (words.length === 0) return []
  const keys = bigintArray([...new Set(words.flatMap(neighbourKeys))].map(hash64))
  const near = await sql<Spelling[]>`SELECT spelling, form FROM vocabulary
    WHERE near && ${keys}::int8[] LIMIT ${NEIGHBOURS_READ}`
  return near.map(({ spelling, form }) => ({ spelling, form, magnitude: 0, beside: ANY_COOCCURRENCE }))
}
