import type { SQL } from 'bun'

interface StoredSpelling {
  spelling: string
  form: string
  near: string
}

const ROWS_AT_ONCE = 10_000

/**
 * Gives a database the words that another has learned of the same people, in place of its own, before it is searched for
 * the first time. Each thread of a load counts what it meets itself, so two loads differ by chance in which words they
 * call frequent, and in which typing errors they try: two engines are compared with the same words, as an operator has
 * them who moves from one to the other.
 */
export async function copyVocabulary(from: SQL, to: SQL): Promise<void> {
  const spellings = await from<StoredSpelling[]>`SELECT spelling, form, near::text AS near FROM vocabulary`
  const log = await from<{ words: string }[]>`SELECT words FROM vocabulary_log ORDER BY n`
  await to.begin(async tx => {
    await tx`DELETE FROM vocabulary`
    for (let at = 0; at < spellings.length; at += ROWS_AT_ONCE)
      await tx`INSERT INTO vocabulary (spelling, form, near)
        SELECT spelling, form, near::int8[]
        FROM json_to_recordset(${JSON.stringify(spellings.slice(at, at + ROWS_AT_ONCE))}::text::json)
          AS word(spelling text, form text, near text)`
    await tx`DELETE FROM vocabulary_log`
    for (const { words } of log) await tx`INSERT INTO vocabulary_log (words) VALUES (${words})`
  })
}
