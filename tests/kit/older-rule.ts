import type { SQL } from 'bun'
import { RECORD_RULE } from '#api/book/index-record.ts'
import { raiseRecordRule } from '#api/book/record-rule.ts'
import { queueRekeys } from '#api/features/sources/service.ts'

/** Leaves the records in Postgres as an older rule may have stored them: found by nothing, and nobody's. */
export async function makeOlder(owner: SQL): Promise<void> {
  await owner`UPDATE record_rule SET rule = ${RECORD_RULE - 1}`
  for (const table of ['rec', 'rec_earlier'])
    await owner.unsafe(`UPDATE ${table} SET k = '{}', sur = NULL, subj = '{}'`)
  await owner`DELETE FROM vocabulary`
  await owner`DELETE FROM vocabulary_log`
}

/** What a start does. */
export const raiseRule = (owner: SQL) => raiseRecordRule(owner, queueRekeys)

/** States of the rekeys, by source. */
export async function rekeysOf(owner: SQL): Promise<Record<string, string>> {
  const jobs = await owner<{ key: string; state: string }[]>`SELECT source_key AS key, state FROM import_job
    WHERE kind = 'rekey' ORDER BY 1`
  return Object.fromEntries(jobs.map(({ key, state }) => [key, state]))
}

/** The records with their versions, as they are found: places in the table and numbers of versions do not count. */
export async function keysStored(owner: SQL): Promise<string[]> {
  const rows = await owner`SELECT concat_ws(' ', id, batch, rid, doc, k, sur, subj) AS row FROM rec
    UNION ALL SELECT concat_ws(' ', 'earlier', id, batch, doc, k, sur, subj) FROM rec_earlier ORDER BY 1`
  return rows.map(({ row }: { row: string }) => row)
}
